import type { StampedDocument } from '../../../src/stamping-pool/stamping-tasks.ts';
import { StampingThread } from '../../../src/stamping-pool/stamping-thread.ts';

/** Fills templates in a worker thread of the service, which is replaced after a timeout. */
export interface ThreadStamper {
  /** Throws StampingError if the template cannot be filled or the time limit is reached. */
  fill(request: {
    pdf: Uint8Array;
    /** Mappings, or null to map columns to fields with the same name. */
    json: string | null;
    flatten: boolean;
    columns: readonly string[];
    values: readonly string[];
  }): Promise<StampedDocument>;
  close(): Promise<void>;
}

export function createThreadStamper(timeoutMs: number): ThreadStamper {
  let thread: StampingThread | null = null;
  return {
    async fill({ values, ...input }) {
      if (thread === null || thread.isOver) thread = new StampingThread(timeoutMs);
      const template = 'template';
      await thread.compile(template, input);
      return thread.perform({ action: 'fill', template, values });
    },
    async close() {
      await thread?.close();
    },
  };
}
