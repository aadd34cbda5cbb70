import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../src/infra/transaction.ts';
import { openOrm } from '../support/orm.ts';
import { testDatabaseUrl } from '../support/stack/stack.ts';

const orm = await openOrm({ url: await testDatabaseUrl('transaction'), poolMax: 5 });
await orm.em.fork().execute('create table pair (id int primary key, n int not null)');
beforeEach(() => orm.em.fork().execute('truncate pair; insert into pair values (1, 0), (2, 0)'));

const add = (em: EntityManager, id: number) => em.execute('update pair set n = n + 1 where id = ?', [id]);
const numbers = async () =>
  (await orm.em.fork().execute<{ n: number }[]>('select n from pair order by id')).map(({ n }) => n);

/** Resolves for all callers once there are so many. */
function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come >= size) resolve();
    return promise;
  };
}

test('of two that wait for each other one begins again, and both are done once', async () => {
  const meet = meeting(2);
  let runs = 0;
  const both = (first: number, second: number) =>
    inTransaction(orm, async (em) => {
      runs += 1;
      await add(em, first);
      await meet();
      await add(em, second);
    });
  await Promise.all([both(1, 2), both(2, 1)]);
  expect(runs).toBe(3);
  expect(await numbers()).toEqual([2, 2]);
});

test('a collision that never ends is thrown after two more attempts, and nothing is written', async () => {
  let runs = 0;
  const work = inTransaction(orm, async (em) => {
    runs += 1;
    await add(em, 1);
    await em.execute("do $$ begin raise exception 'again' using errcode = '40001'; end $$");
  });
  await expect(work).rejects.toMatchObject({ code: '40001' });
  expect(runs).toBe(3);
  expect(await numbers()).toEqual([0, 0]);
});

test('any other failure is thrown at once', async () => {
  let runs = 0;
  const work = inTransaction(orm, async (em) => {
    runs += 1;
    await em.execute('insert into pair values (1, 0)');
  });
  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect(runs).toBe(1);
});
