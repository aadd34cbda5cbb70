/** The program of an evaluation thread. */
import { setPriority } from 'node:os';
import { BudgetExceeded, createBudget } from '../../workflows/graph/budget.ts';
import { runThreadProgram } from '../infra/thread-pool/thread-program.ts';
import { createRunJob, type JobName, type Jobs } from './jobs.ts';
import { evaluationLimits } from './limits.ts';

export type JobTask = { [Name in JobName]: { name: Name; input: Jobs[Name]['input'] } }[JobName];

/** An error of a job as plain data. */
export type JobError = { kind: 'steps' } | { kind: 'other'; message: string };

// Linux gives each thread its own priority. When processor time is short, requests take precedence.
if (process.platform === 'linux') setPriority(5);

const runJob = createRunJob();

runThreadProgram<JobTask>({
  perform: ({ name, input }) => runJob(name, input, createBudget(evaluationLimits.steps)),
  serializeError: (error): JobError =>
    error instanceof BudgetExceeded
      ? { kind: 'steps' }
      : { kind: 'other', message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
});
