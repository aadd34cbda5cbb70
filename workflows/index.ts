export { maintenance } from './maintenance.ts';
export { runGraph } from './run-graph.ts';
export { runItems } from './run-items.ts';

// The engine's library notes where each promise was made, frame by frame. What a run does is in its details instead.
Error.stackTraceLimit = 4;
