import { Context } from '@temporalio/activity';
import type { RunTexts } from '../src/modules/runs/run-texts.ts';
import type { NodeCall } from '../workflows/contracts/node.ts';
import type { JsonValue } from '../workflows/graph/json-text.ts';
import { toFailure } from './failures.ts';
import { writeInput } from './scope.ts';

const EVERY_MS = 4_000;

/** Tells the engine the worker is alive while `work` lasts, so that a killed worker is noticed in seconds. */
export async function withHeartbeat<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Which try at its node the activity at work is, from 1. */
export function attemptOf({ attemptsBefore = 0 }: NodeCall): number {
  return attemptsBefore + Context.current().info.attempt;
}

/** What a node has read so far; set by its activity, asked for when it fails. */
export interface Seen {
  input: () => JsonValue;
}

/**
 * Runs the work of a node and turns what it throws into what the engine needs: failures that can never pass are not
 * retried, the others are, and each tells what the node had read.
 */
export async function withFailures<Result>(
  { call, texts }: { call: NodeCall; texts: RunTexts },
  work: (seen: Seen) => Promise<Result>,
): Promise<Result> {
  const seen: Seen = { input: () => null };
  try {
    return await work(seen);
  } catch (error) {
    // The record of a failure must not hide it.
    const input = await writeInput(call, seen.input(), texts).catch(() => null);
    throw toFailure(error, { attempts: attemptOf(call), input });
  }
}
