/** Levels of causes that are told. */
const DEPTH = 5;

/**
 * What the engine's library tells beside a message, fit for our log: of errors the kind, the code and the message with
 * those of their causes. Never more: a failure carries what its node had read, which is customers' data.
 */
export function describeMeta(meta: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(meta).map(([key, value]) => [
      key,
      isErrorLike(value) ? describeError(value, DEPTH) : value,
    ]),
  );
}

interface ErrorLike {
  name: string;
  message: string;
  type?: unknown;
  code?: unknown;
  cause?: unknown;
}

/** By its shape: errors of other realms are no instances of ours. */
function isErrorLike(value: unknown): value is ErrorLike {
  if (typeof value !== 'object' || value === null || !('message' in value) || !('name' in value))
    return false;
  return typeof value.message === 'string' && typeof value.name === 'string' && 'stack' in value;
}

function describeError({ name, message, type, code, cause }: ErrorLike, depth: number): object {
  return {
    name,
    ...(typeof type === 'string' && { type }),
    ...(typeof code === 'string' && { code }),
    message: message.slice(0, 1_000),
    ...(depth > 0 && isErrorLike(cause) && { cause: describeError(cause, depth - 1) }),
  };
}
