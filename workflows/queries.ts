import { defineQuery } from '@temporalio/workflow';
import { type NodeState, names } from './contracts.ts';

/** How the nodes of a run stand. */
export const nodesQuery = defineQuery<NodeState[]>(names.nodesQuery);
