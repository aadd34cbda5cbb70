/**
 * A node cannot do its work on this data or graph, however often it is tried. The message is shown to the workflow's
 * owner and says what to do; it names paths and columns, never values.
 */
export class NodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NodeError';
  }
}
