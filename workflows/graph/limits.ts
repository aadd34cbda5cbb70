/** Bounds of one graph and of the data of its nodes. They keep every message to Temporal far below its 2 MB limit. */
export const limits = {
  nodes: 200,
  edges: 1_000,
  /** Characters of a node or edge id; the database column holds as many. */
  idLength: 200,
  /** Levels of nesting inside a node's data. */
  dataDepth: 64,
  /** Characters of a node's output as JSON text: as much as the largest payload. */
  outputLength: 1024 * 1024,
  /** Steps of evaluating one node, see `Budget`. */
  nodeSteps: 20_000_000,
  /** Elements of the list a forEachNode goes through. */
  items: 10_000,
  /** Elements times nodes below a forEachNode. */
  itemNodes: 100_000,
  /** Days a delayNode waits at most. */
  delayDays: 366,
  /** Characters of a node's recorded input; a longer one is not recorded. */
  inputLength: 256 * 1024,
  /** Characters of a message shown to the owner. */
  messageLength: 1_000,
} as const;
