import { ApplicationFailure } from '@temporalio/common';
import { DomainError } from '../../../src/errors.ts';
import { describeError } from '../../../src/infra/logged-error.ts';
import { describeMeta } from '../../../workers/log-meta.ts';
import { NodeError } from '../../../workflows/graph/node-error.ts';

const CANARY = 'canary-7731';
const withMembers = (error: Error, members: object) => Object.assign(error, members);
const parseError = () => {
  try {
    return JSON.parse(`{"a": ${CANARY}}`);
  } catch (error) {
    return error;
  }
};

test('a fault is described by name, code, message and place, down to its causes', () => {
  const cause = withMembers(new Error('rejected'), { code: 'ECONNREFUSED', detail: CANARY });
  const described = describeError(new DomainError('UNAVAILABLE', 'The database is away.', { cause }));
  expect(described).toMatchObject({
    name: 'DomainError',
    code: 'UNAVAILABLE',
    message: 'The database is away.',
    at: expect.arrayContaining([expect.stringMatching(/^at .*logged-error\.test/)]),
    cause: { name: 'Error', code: 'ECONNREFUSED', message: 'rejected' },
  });
  expect(JSON.stringify(described)).not.toContain(CANARY);
});

test.each<[string, Error, object]>([
  [
    'what PostgreSQL says of a value',
    withMembers(new Error(`invalid input syntax for type bigint: "${CANARY}"`), { code: '22P02' }),
    { code: '22P02' },
  ],
  [
    'a row that is in the way',
    withMembers(new Error('duplicate key'), { code: '23505', detail: `Key (email)=(${CANARY})` }),
    { code: '23505' },
  ],
  [
    'a rejection',
    new DomainError('ROWS_INVALID', `The value ${CANARY} is no option.`),
    { code: 'ROWS_INVALID' },
  ],
  ['a failed node', new NodeError(`${CANARY} is a list.`), { name: 'NodeError' }],
  ['text that is no JSON', parseError(), { name: 'SyntaxError' }],
  [
    'a failure with what its node had read',
    ApplicationFailure.create({ message: CANARY, type: 'NODE_FAILED', details: [{ input: CANARY }] }),
    { code: 'NODE_FAILED' },
  ],
])('%s is described without its values', (_what, error, expected) => {
  const described = describeError(error);
  expect(described).toMatchObject(expected);
  expect(JSON.stringify(described)).not.toContain(CANARY);
});

test('the causes of an error that is its own cause come to an end', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(describeError(error)).match(/"round"/g)).toHaveLength(6);
});

test('the ids of Temporal get our names', () => {
  const ulid = '01m8gwk6ey03mqnw06xm84wbsg';
  const engineRunId = '01a221c9-99ea-7a65-b791-36dd63032ca9';
  expect(describeMeta({ workflowId: `evt_${ulid}`, runId: engineRunId, attempt: 2 })).toEqual({
    eventId: `evt_${ulid}`,
    runId: `run_${ulid}`,
    engineRunId,
    attempt: 2,
  });
  expect(describeMeta({ workflowId: `run_${ulid}/loop/0` })).toEqual({ runId: `run_${ulid}` });
  expect(describeMeta({ workflowId: 'maintenance-stamping' })).toEqual({
    engineWorkflowId: 'maintenance-stamping',
  });
  expect(describeMeta({ other: { message: 'no error' } })).toEqual({ other: { message: 'no error' } });
});
