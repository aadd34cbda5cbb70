import { ApplicationFailure } from '@temporalio/common';
import { toFailure } from '../../../activities/failures.ts';
import { DomainError } from '../../../src/errors.ts';
import { StorageAway } from '../../../src/infra/object-storage/object-storage.ts';
import { NodeError } from '../../../workflows/graph/node-error.ts';

const attempt = (attempts: number) => ({ attempts, input: null });
const coded = (code: string) => Object.assign(new Error('low level detail'), { code });

test.each([
  [
    'a node error',
    new NodeError('event.x is a list'),
    { type: 'NODE_FAILED', nonRetryable: true, message: 'event.x is a list' },
  ],
  [
    'a permanent domain error',
    new DomainError('TEMPLATE_UNAVAILABLE', 'gone'),
    { type: 'TEMPLATE_UNAVAILABLE', nonRetryable: true, message: 'gone' },
  ],
  [
    'a passing domain error',
    new DomainError('UNAVAILABLE', 'away'),
    { type: 'UNAVAILABLE', nonRetryable: false, message: 'away' },
  ],
  ['a refused connection', coded('ECONNREFUSED'), { type: 'UNAVAILABLE', nonRetryable: false }],
  ['a database that shuts down', coded('57P01'), { type: 'UNAVAILABLE', nonRetryable: false }],
  ['a deadlock', coded('40P01'), { type: 'UNAVAILABLE', nonRetryable: false }],
  ['a full disk', coded('ENOSPC'), { type: 'UNAVAILABLE', nonRetryable: false }],
  ['a disk that went read-only', coded('EROFS'), { type: 'UNAVAILABLE', nonRetryable: false }],
  ['a folder that may not be written', coded('EACCES'), { type: 'UNAVAILABLE', nonRetryable: false }],
  [
    'a folder that is not mounted',
    new StorageAway('/files', {}),
    { type: 'UNAVAILABLE', nonRetryable: false },
  ],
  ['a file where the folder was', coded('ENOTDIR'), { type: 'UNAVAILABLE', nonRetryable: false }],
  [
    'an S3 server that is too busy',
    Object.assign(new Error('SlowDown'), { name: 'SlowDown', $metadata: { httpStatusCode: 503 } }),
    { type: 'UNAVAILABLE', nonRetryable: false },
  ],
  ['a fault beneath another', new Error('outer', { cause: coded('ECONNRESET') }), { type: 'UNAVAILABLE' }],
  ['an unforeseen error', new TypeError('x is undefined'), { type: 'INTERNAL', nonRetryable: false }],
  ['a thrown value that is no error', 'text', { type: 'INTERNAL', nonRetryable: false }],
])('%s', (_name, error, expected) => {
  expect(toFailure(error, attempt(1))).toMatchObject({ ...expected, details: [attempt(1)] });
});

test('an unforeseen fault is given up after some attempts, a passing one never', () => {
  expect(toFailure(new TypeError('bug'), attempt(8))).toMatchObject({ nonRetryable: true });
  expect(toFailure(coded('ECONNREFUSED'), attempt(10_000))).toMatchObject({ nonRetryable: false });
});

test('messages of libraries are not shown, and the shown ones can be stored', () => {
  expect(toFailure(coded('ECONNREFUSED'), attempt(1)).message).not.toContain('low level');
  expect(toFailure(new TypeError('secret'), attempt(1)).message).not.toContain('secret');
  const odd = toFailure(new NodeError(`a\u0000b\uD800${'x'.repeat(5_000)}`), attempt(1)).message;
  expect(odd.startsWith('a\uFFFDb\uFFFD')).toBe(true);
  expect(odd).toHaveLength(1_000);
});

test('a failure made on purpose stays as it is', () => {
  const failure = ApplicationFailure.nonRetryable('mine');
  expect(toFailure(failure, attempt(3))).toBe(failure);
});
