import { LRUCache } from 'lru-cache';
import { isPublicId } from '../../infra/public-id.ts';
import type { EventRepository, TargetRow } from './event.repository.ts';
import { readTriggerSettings, type TriggerSettings } from './trigger-settings.ts';

/** A workflow as the webhook needs it: its state and the settings of its trigger. */
export interface Target extends Omit<TargetRow, 'stepsJson'> {
  trigger: TriggerSettings;
}

/** Recently used workflows. Entries may be out of date; `load` reads the database. */
interface TargetCache {
  find(workflowId: string): Target | null;
  load(workflowId: string): Promise<Target | null>;
}

export function createTargetCache(events: Pick<EventRepository, 'findTarget'>): TargetCache {
  const targets = new LRUCache<string, Target>({ max: 2000 });
  return {
    find: (workflowId) => targets.get(workflowId) ?? null,

    async load(workflowId) {
      // An id that cannot exist costs no query.
      const row = isPublicId('wrk', workflowId) ? await events.findTarget(workflowId) : null;
      if (row === null) {
        targets.delete(workflowId);
        return null;
      }
      const { stepsJson, ...state } = row;
      const target = { ...state, trigger: readTriggerSettings(stepsJson) };
      targets.set(workflowId, target);
      return target;
    },
  };
}
