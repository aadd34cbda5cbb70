type Send = (request: Request) => Promise<Response>;

/** Sends again, `retries` times at most, what was answered 429, after the seconds of `Retry-After`. */
export function waitWhenLimited(send: Send, retries: number): Send {
  // Kept for another try, a body has to be held in memory; without one it streams.
  if (retries === 0) return (request) => send(request);
  return async (request) => {
    for (let left = retries; left > 0; left--) {
      const response = await send(request.clone());
      const seconds = Number(response.headers.get('retry-after'));
      if (response.status !== 429 || !(seconds > 0)) return response;
      await response.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
    return send(request);
  };
}
