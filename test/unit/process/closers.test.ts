import { pino } from 'pino';
import { Closing, createClosers } from '../../../src/process/closers.ts';
import { createStep } from '../../../src/process/steps.ts';

const logger = pino({ level: 'silent' });

test('opened resources are closed in the opposite order, once, whatever fails', async () => {
  const closers = createClosers(logger);
  const closed: string[] = [];
  closers.add({ name: 'first', close: async () => void closed.push('first') });
  closers.add({ name: 'second', close: () => Promise.reject(new Error('no')) });
  closers.add({ name: 'third', close: async () => void closed.push('third') });
  const both = [closers.closeAll(), closers.closeAll()];
  // A second call resolves when all of it is closed, not before.
  expect(await Promise.all(both)).toEqual([false, false]);
  expect(closed).toEqual(['third', 'first']);
});

test('a start that is cut short opens nothing more, and closes the resources it was opening', async () => {
  const closers = createClosers(logger);
  const step = createStep(logger, closers);
  const closed: string[] = [];
  const database = Promise.withResolvers<void>();
  closers.add({ name: 'database', close: () => database.promise });
  expect(await step('storage', async () => 'opened')).toBe('opened');

  const all = closers.closeAll();
  expect(closers.isClosing()).toBe(true);
  const late = { name: 'worker', close: async () => void closed.push('worker') };
  expect(() => closers.add(late)).toThrow(Closing);
  await expect(step('listening', async () => closed.push('never'))).rejects.toThrow(Closing);
  database.resolve();
  expect(await all).toBe(true);
  expect(closed).toEqual(['worker']);
});
