import { Context } from '@temporalio/activity';
import type { NodeCall } from '../workflows/contracts.ts';

/** Which try at its node the activity at work is, from 1. */
export function attemptOf({ attemptsBefore = 0 }: NodeCall): number {
  return attemptsBefore + Context.current().info.attempt;
}
