import { type HarnessWorkspace, startHarness } from './harness.ts';

/**
 * A worker process that stamps, stores, says so, and then never responds: to be killed in the very moment between a
 * finished document and Temporal's knowledge of it. Arguments: workspace and task queue, as JSON.
 */
const { workspace, taskQueue } = JSON.parse(process.argv[2] ?? '') as {
  workspace: HarnessWorkspace;
  taskQueue: string;
};
await startHarness({
  name: 'hanging',
  workspace,
  taskQueue,
  change: ({ documentStamper }) => ({
    documentStamper: {
      ...documentStamper,
      stamp: async (request) => {
        const { documentId } = await documentStamper.stamp(request);
        console.log(`stamped ${documentId}`);
        return new Promise(() => {});
      },
    },
  }),
});
