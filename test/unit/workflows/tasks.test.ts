import { createTasks } from '../../../workflows/tasks.ts';

test('a task is open until its result is applied', async () => {
  const tasks = createTasks();
  tasks.add(Promise.resolve(() => {}));
  await Promise.resolve();
  await Promise.resolve();
  expect(tasks.open).toBe(1);
});
