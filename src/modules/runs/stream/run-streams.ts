import { Readable } from 'node:stream';
import { DomainError } from '../../../errors.ts';
import type { Logger } from '../../../infra/logger.ts';
import type { CurrentUser } from '../../users/current-user.ts';
import type { RunDetail } from '../runs.schemas.ts';
import { type RunUpdate, type RunWatcher, type Subscriber, watchRun } from './run-watcher.ts';

export interface RunStreamsDependencies {
  runs: { get(ownerId: number, workflowId: string, runId: string): Promise<RunDetail> };
  users: { findEnabled(publicId: string): Promise<CurrentUser | null> };
  logger: Logger;
}

interface StreamRequest {
  user: CurrentUser;
  workflowId: string;
  runId: string;
  /** The last record that the client received; null at first. */
  lastEventId: string | null;
}

/** Runs as server-sent events. */
export interface RunStreams {
  /** Throws NOT_FOUND, and BUSY when the account has too many streams. */
  open(request: StreamRequest): Promise<Readable>;
  /** Ends every stream. */
  close(): void;
}

export const MAX_STREAMS_PER_ACCOUNT = 20;
const HEARTBEAT_MS = 15_000;
/** The life of an access token; then the client reconnects with its last event id. */
const LIFETIME_MS = 15 * 60_000;

export function createRunStreams(
  { runs, users, logger }: RunStreamsDependencies,
  { heartbeatMs = HEARTBEAT_MS } = {},
): RunStreams {
  const watchers = new Map<string, RunWatcher>();
  const open = new Map<Readable, number>();

  const watcherOf = ({ user, workflowId, runId }: StreamRequest): RunWatcher => {
    const known = watchers.get(runId);
    if (known !== undefined && !known.isOver) return known;
    const watcher = watchRun({
      read: () => runs.get(user.id, workflowId, runId),
      mayWatch: async () => (await users.findEnabled(user.publicId)) !== null,
      onFailure: (error) => logger.warn({ runId, err: error }, 'a run can no longer be watched'),
      onOver: () => {
        if (watchers.get(runId) === watcher) watchers.delete(runId);
      },
    });
    watchers.set(runId, watcher);
    return watcher;
  };

  return {
    async open(request) {
      const { user, workflowId, runId, lastEventId } = request;
      // Only before the first byte can the response be a 404.
      await runs.get(user.id, workflowId, runId);
      // No await between counting and opening, so that concurrent requests are counted.
      const count = [...open.values()].filter((id) => id === user.id).length;
      if (count >= MAX_STREAMS_PER_ACCOUNT)
        throw new DomainError('BUSY', 'This account has too many open streams. Close one and try again.');
      const stream = new Readable({ read: () => {} });
      open.set(stream, user.id);
      const subscriber = subscribe(stream, lastEventId);
      const timers = [
        setInterval(() => write(stream, ': keep-alive\n\n'), heartbeatMs),
        setTimeout(() => end(stream), LIFETIME_MS),
      ];
      const watcher = watcherOf(request);
      stream.once('close', () => {
        for (const timer of timers) clearTimeout(timer);
        open.delete(stream);
        watcher.remove(subscriber);
      });
      watcher.add(subscriber);
      return stream;
    },
    close() {
      for (const stream of open.keys()) end(stream);
    },
  };
}

/** Writes new records to the client. A slow client skips records, but always receives the end. */
function subscribe(stream: Readable, lastEventId: string | null): Subscriber {
  let seen = lastEventId;
  return {
    update(update) {
      if (update.id !== seen && (stream.readableLength === 0 || update.isEnded)) {
        seen = update.id;
        write(stream, toEvent(update));
      }
      if (update.isEnded) end(stream, 'event: end\ndata: {}\n\n');
    },
    end: () => end(stream),
  };
}

function toEvent({ id, data }: RunUpdate): string {
  return `id: ${id}\nevent: run\ndata: ${data}\n\n`;
}

/** Writes nothing after the end, which a slow client may not have read yet: that would abort the stream. */
function write(stream: Readable, text: string): void {
  if (!stream.destroyed && !ended.has(stream)) stream.push(text);
}

function end(stream: Readable, last = ''): void {
  if (last !== '') write(stream, last);
  if (stream.destroyed || ended.has(stream)) return;
  ended.add(stream);
  stream.push(null);
}

/** Streams whose end is written, but perhaps not read yet. */
const ended = new WeakSet<Readable>();
