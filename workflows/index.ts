export { maintenance } from './maintenance.ts';
export { runChunk } from './run-chunk.ts';
export { runGraph } from './run-graph.ts';

// The Temporal library records a stack for each promise. The details of a run show what it does instead.
Error.stackTraceLimit = 4;
