import { errorCatalogue } from '../errors.ts';

/** An error as it is logged. */
interface LoggedError {
  name: string;
  /** Our own code, the system's, or PostgreSQL's. */
  code?: string;
  /** Absent where it may quote customer data. */
  message?: string;
  /** Where it was thrown, line by line. */
  at?: string[];
  cause?: LoggedError;
}

/** By its shape: `instanceof Error` is false for errors of other realms. */
interface ErrorLike {
  name: string;
  message: string;
  stack?: unknown;
  code?: unknown;
  type?: unknown;
  cause?: unknown;
}

export function isErrorLike(value: unknown): value is ErrorLike {
  if (typeof value !== 'object' || value === null || !('message' in value) || !('name' in value))
    return false;
  return typeof value.message === 'string' && typeof value.name === 'string' && 'stack' in value;
}

/** Levels of causes that are logged. */
const DEPTH = 5;
const MESSAGE_LENGTH = 1_000;
const FRAMES = 20;

/**
 * The parts of an error that may be logged: name, code, stack, causes, and the message if it cannot contain customer data.
 * Other members are dropped: drivers add the conflicting row, node failures their input.
 */
export function describeError(error: ErrorLike, depth = DEPTH): LoggedError {
  const { name, message, stack, cause } = error;
  const code = codeOf(error);
  const at = framesOf(stack);
  return {
    name,
    ...(code !== undefined && { code }),
    ...(!quotesData(error, code) && { message: message.slice(0, MESSAGE_LENGTH) }),
    ...(at.length > 0 && { at }),
    ...(depth > 0 && isErrorLike(cause) && { cause: describeError(cause, depth - 1) }),
  };
}

function codeOf({ code, type }: ErrorLike): string | undefined {
  if (typeof code === 'string') return code;
  return typeof type === 'string' ? type : undefined;
}

/** The frames without the message above them. */
function framesOf(stack: unknown): string[] {
  if (typeof stack !== 'string') return [];
  const frames = stack.split('\n').map((line) => line.trim());
  return frames.filter((line) => line.startsWith('at ')).slice(0, FRAMES);
}

/** Messages of faults of the service are logged. Messages about values go only to the client that sent them. */
const FAULTS: ReadonlySet<string> = new Set(['INTERNAL', 'UNAVAILABLE']);
/** Failures of nodes and runs. */
const OF_RUNS: ReadonlySet<string> = new Set(['NODE_FAILED', 'RUN_FAILED']);
/** PostgreSQL's errors about values (class 22) and constraints (class 23). */
const SQL_VALUES = /^2[23][0-9A-Z]{3}$/;

function quotesData({ name, message }: ErrorLike, code: string | undefined): boolean {
  if (name === 'NodeError' || name === 'ValidationError') return true;
  // The JSON parser quotes its input.
  if (name === 'SyntaxError') return /\bJSON\b/.test(message);
  if (code === undefined) return false;
  if (OF_RUNS.has(code) || SQL_VALUES.test(code)) return true;
  return Object.hasOwn(errorCatalogue, code) && !FAULTS.has(code);
}
