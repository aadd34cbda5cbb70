export { runGraph } from './run-graph.ts';
export { upkeep } from './upkeep.ts';
