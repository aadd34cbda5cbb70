import { toDomainError } from '../../../src/http/error-handler.ts';

const errorFor = (code: string) => toDomainError(Object.assign(new Error('inside'), { code }));

test.each(['22021', '22P05'])('a text that the database cannot store (%s) is a validation error', (code) => {
  const error = errorFor(code);
  expect([error?.status, error?.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(error?.detail).not.toContain('inside');
});

test.each(['ECONNREFUSED', '57P01', '08006', '53300'])(
  'an unreachable service (%s) is UNAVAILABLE',
  (code) => {
    expect(errorFor(code)?.code).toBe('UNAVAILABLE');
  },
);

test.each(['23505', '22003', 'EACCES', ''])('an unexpected error (%j) stays a 500', (code) => {
  expect(errorFor(code)).toBeNull();
});
