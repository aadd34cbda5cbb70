import { ts } from '@ts-morph/common';

export type MutationKind =
  | 'negated condition'
  | 'swapped comparison'
  | 'swapped operator'
  | 'changed constant'
  | 'dropped statement'
  | 'removed early return';

/** Replaces the characters from `start` to `end` of a source text. */
export interface Mutation {
  kind: MutationKind;
  start: number;
  end: number;
  replacement: string;
}

const SWAPPED: Partial<Record<ts.SyntaxKind, [kind: MutationKind, operator: string]>> = {
  [ts.SyntaxKind.LessThanToken]: ['swapped comparison', '<='],
  [ts.SyntaxKind.LessThanEqualsToken]: ['swapped comparison', '<'],
  [ts.SyntaxKind.GreaterThanToken]: ['swapped comparison', '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken]: ['swapped comparison', '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ['swapped comparison', '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ['swapped comparison', '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ['swapped operator', '||'],
  [ts.SyntaxKind.BarBarToken]: ['swapped operator', '&&'],
  [ts.SyntaxKind.PlusToken]: ['swapped operator', '-'],
  [ts.SyntaxKind.MinusToken]: ['swapped operator', '+'],
  [ts.SyntaxKind.AsteriskToken]: ['swapped operator', '/'],
  [ts.SyntaxKind.SlashToken]: ['swapped operator', '*'],
};

/** Every mutation of a TypeScript source text, in the order of the text. */
export function findMutations(text: string): Mutation[] {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const mutations: Mutation[] = [];
  const add = (kind: MutationKind, node: ts.Node, replacement: string) =>
    mutations.push({ kind, start: node.getStart(source), end: node.end, replacement });
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isIfStatement(node) || ts.isWhileStatement(node)) negate(node.expression);
    if (ts.isConditionalExpression(node)) negate(node.condition);
    if (ts.isIfStatement(node) && node.elseStatement === undefined && isExit(node.thenStatement)) {
      add('removed early return', node, ';');
    }
    if (ts.isBinaryExpression(node)) {
      const [kind, operator] = SWAPPED[node.operatorToken.kind] ?? [];
      if (kind !== undefined && operator !== undefined) add(kind, node.operatorToken, operator);
    }
    if (ts.isNumericLiteral(node) && !isTuning(node))
      add('changed constant', node, increment(node.getText(source)));
    if (node.kind === ts.SyntaxKind.TrueKeyword && !isTuning(node)) add('changed constant', node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) add('changed constant', node, 'true');
    if (ts.isExpressionStatement(node) && isEffect(node.expression)) add('dropped statement', node, ';');
    ts.forEachChild(node, visit);
  };
  /** A comparison is negated by swapping its operator. */
  const negate = (condition: ts.Expression) => {
    if (ts.isBinaryExpression(condition) && SWAPPED[condition.operatorToken.kind] !== undefined) return;
    add('negated condition', condition, `!(${condition.getText(source)})`);
  };
  visit(source);
  return mutations.sort((one, other) => one.start - other.start || one.end - other.end);
}

function increment(literal: string): string {
  return /^\d+$/.test(literal) ? String(Number(literal) + 1) : `(${literal} + 1)`;
}

/** Whether a statement only leaves its function or loop. */
function isExit(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) {
    const [only, ...more] = statement.statements;
    return only !== undefined && more.length === 0 && isExit(only);
  }
  return (
    ts.isReturnStatement(statement) ||
    ts.isThrowStatement(statement) ||
    ts.isContinueStatement(statement) ||
    ts.isBreakStatement(statement)
  );
}

/** Names of constants and options whose small changes no caller notices: durations, parallelism, buffers. */
const TUNING =
  /Ms$|_MS$|seconds$|minutes$|interval$|timeout$|delay$|backoff|concurrency$|attempts$|retries$|level$|buffer$|waterMark$|^force$/i;

/** Whether a constant is, or is calculated to, such a value or the time of a timer. */
function isTuning(constant: ts.Node): boolean {
  let { parent } = constant;
  while (ts.isBinaryExpression(parent) || ts.isParenthesizedExpression(parent)) {
    if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      return TUNING.test(parent.left.getText());
    }
    parent = parent.parent;
  }
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isParameter(parent)) {
    return TUNING.test(parent.name.getText());
  }
  return (
    ts.isCallExpression(parent) &&
    /\b(setTimeout|setInterval|timeout|delay)$/.test(parent.expression.getText())
  );
}

/** Log lines and the end of timers are not effects that tests check. */
function isEffect(expression: ts.Expression): boolean {
  const inner = ts.isAwaitExpression(expression) ? expression.expression : expression;
  if (ts.isStringLiteral(inner)) return false;
  if (!ts.isCallExpression(inner)) return true;
  if (inner.expression.kind === ts.SyntaxKind.SuperKeyword) return false;
  return !/^(\w+\??\.)*(logger|log|console)\??\.|^clear(Timeout|Interval)$|\.unref$/.test(
    inner.expression.getText(),
  );
}

export function applyMutation(text: string, { start, end, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

export interface Change {
  /** Line number of the mutation, from 1. */
  line: number;
  /** The changed lines as one line, without indentation. */
  before: string;
  after: string;
}

/** Describes a mutation for the report. */
export function describeMutation(text: string, mutation: Mutation): Change {
  const lineStart = text.lastIndexOf('\n', mutation.start - 1) + 1;
  const next = text.indexOf('\n', mutation.end);
  const lineEnd = next === -1 ? text.length : next;
  const mutated = applyMutation(text, mutation);
  return {
    line: text.slice(0, mutation.start).split('\n').length,
    before: shorten(text.slice(lineStart, lineEnd)),
    after: shorten(mutated.slice(lineStart, lineEnd + mutated.length - text.length)),
  };
}

function shorten(lines: string): string {
  const line = lines.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
