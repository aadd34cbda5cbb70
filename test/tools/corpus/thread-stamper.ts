import { StampThread } from '../../../src/stamping-pool/stamp-thread.ts';
import type { StampedDocument } from '../../../src/stamping-pool/thread-messages.ts';

/** Fills a template in a thread of the kind the service uses; a thread that was ended is replaced. */
export interface ThreadStamper {
  /** Throws StampingError for what the engine refuses or takes too long. */
  fill(wanted: {
    pdf: Uint8Array;
    /** Mappings, or null for the fields by their names. */
    json: string | null;
    flatten: boolean;
    columns: readonly string[];
    values: readonly string[];
  }): Promise<StampedDocument>;
  close(): Promise<void>;
}

export function createThreadStamper(timeoutMs: number): ThreadStamper {
  let thread: StampThread | null = null;
  return {
    async fill({ values, ...spec }) {
      if (thread === null || thread.isOver) thread = new StampThread(timeoutMs);
      const template = 'template';
      await thread.run({ action: 'compile', template, spec });
      return thread.run({ action: 'fill', template, values });
    },
    async close() {
      await thread?.close();
    },
  };
}
