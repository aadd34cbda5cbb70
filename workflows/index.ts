export { runGraph } from './run-graph.ts';
export { runItems } from './run-items.ts';
export { upkeep } from './upkeep.ts';
