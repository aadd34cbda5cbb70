import { createAccountSlots } from '../../../src/modules/stamping/account-slots.ts';

const never = new AbortController().signal;
const slots = ({ maxWaitMs = 60_000 } = {}) =>
  createAccountSlots({ perAccount: 2, maxWaiting: 1, maxWaitMs });

test('an account gets its number of turns, the next one waits for the first to end', async () => {
  const all = slots();
  const first = await all.acquire('anna', never);
  await all.acquire('anna', never);
  const order: string[] = [];
  const third = all.acquire('anna', never).then(() => order.push('third began'));
  await Promise.resolve();
  order.push('first ends');
  first();
  first();
  await third;
  expect(order).toEqual(['first ends', 'third began']);
  // Ended here: left alone, it would be refused a minute later, in the middle of another test.
  const end = new AbortController();
  const fourth = all.acquire('anna', end.signal);
  await expect(all.acquire('anna', never)).rejects.toMatchObject({ code: 'BUSY' });
  end.abort(new Error('enough'));
  await expect(fourth).rejects.toThrow('enough');
});

test('other accounts are not kept waiting', async () => {
  const all = slots();
  await all.acquire('anna', never);
  await all.acquire('anna', never);
  expect(await all.acquire('bert', never)).toBeInstanceOf(Function);
});

test('who gives up waiting leaves the place to others', async () => {
  const all = slots();
  const first = await all.acquire('anna', never);
  await all.acquire('anna', never);
  const impatient = new AbortController();
  const waiting = all.acquire('anna', impatient.signal);
  impatient.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  const next = all.acquire('anna', never);
  first();
  expect(await next).toBeInstanceOf(Function);
});

test('a turn that does not come is refused, and leaves the place to others', async () => {
  const all = slots({ maxWaitMs: 1 });
  const first = await all.acquire('anna', never);
  await all.acquire('anna', never);
  await expect(all.acquire('anna', never)).rejects.toMatchObject({ code: 'BUSY' });
  await expect(all.acquire('anna', never)).rejects.toMatchObject({ code: 'BUSY' });
  first();
  expect(await all.acquire('anna', never)).toBeInstanceOf(Function);
});
