import { createScratchMemory } from '../../../src/stamping-pool/scratch-memory.ts';

test('one block serves all calls, and grows with the largest', () => {
  const scratch = createScratchMemory();
  const first = scratch(100);
  expect(first).toHaveLength(100);
  expect(scratch(2_000).buffer).toBe(first.buffer);
  const large = scratch(200_000);
  expect(large).toHaveLength(200_000);
  expect(scratch(300_000).buffer).toBe(large.buffer);
});

test('a huge row gets memory of its own, which is not kept', () => {
  const scratch = createScratchMemory();
  const small = scratch(100);
  expect(scratch(5 * 1024 * 1024)).toHaveLength(5 * 1024 * 1024);
  expect(scratch(100).buffer).toBe(small.buffer);
});
