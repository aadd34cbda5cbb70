import { type Command, onlyOperand } from '../command.ts';

export const cancelRun: Command = {
  operands: '<run_…>',
  summary: 'ends a run, whatever it is doing; also while the service or Temporal is not running',
  async run({ services, operator }, args) {
    const id = onlyOperand(args, 'public id of a run');
    const { before, isTerminated } = await services.terminateRuns.cancel(operator, id);
    const hadEnded = before !== 'RUNNING' && before !== 'WAITING';
    return [
      hadEnded ? `${id} had already ended: ${before}.` : `${id} is CANCELLED.`,
      isTerminated
        ? 'Temporal does not execute it any more.'
        : 'Temporal is not reachable. The service ends the run there before it takes up runs again.',
    ];
  },
};
