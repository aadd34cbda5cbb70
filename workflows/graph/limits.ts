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
  /** Characters of the naming pattern of a templateNode, as in the forms of templates. */
  namingPatternLength: 500,
  /** Steps of evaluating one node, or of checking one graph, see `Budget`. */
  nodeSteps: 20_000_000,
  /** Characters of the payload and the outputs that one node can read. */
  scopeLength: 16 * 1024 * 1024,
  /** Characters of a pattern. */
  patternLength: 1_000,
  /** Instructions that a pattern compiles to, and those of all patterns of a node, a graph and a JSON Schema. */
  patternSize: 5_000,
  nodePatternSize: 20_000,
  graphPatternSize: 50_000,
  schemaPatternSize: 20_000,
  /** Documents attached to one mail. */
  attachments: 20,
  /** Problems that are reported of one graph. */
  problems: 1_000,
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
