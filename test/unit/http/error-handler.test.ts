import { toDomainError } from '../../../src/http/error-handler.ts';

const answerTo = (code: string) => toDomainError(Object.assign(new Error('inside'), { code }));

test.each(['22021', '22P05'])('a text the database cannot hold (%s) is the sender’s to mend', (code) => {
  const error = answerTo(code);
  expect([error?.status, error?.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(error?.detail).not.toContain('inside');
});

test.each(['ECONNREFUSED', '57P01', '08006', '53300'])(
  'what does not answer (%s) is told as such',
  (code) => {
    expect(answerTo(code)?.code).toBe('UNAVAILABLE');
  },
);

test.each(['23505', '22003', 'EACCES', ''])('what nobody foresaw (%j) stays a fault of ours', (code) => {
  expect(answerTo(code)).toBeNull();
});
