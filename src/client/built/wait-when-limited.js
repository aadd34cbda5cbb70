/**
 * Sends a request again after `Retry-After` when the response is 429, at most `retries` times. Like `fetch`, it throws the
 * reason of the request's signal when that is aborted.
 */
export function waitWhenLimited(send, retries) {
    // A body that may be sent again must be held in memory. Without retries it streams.
    if (retries === 0)
        return (request) => send(request);
    return async (request) => {
        for (let left = retries; left > 0; left--) {
            const response = await send(request.clone());
            const seconds = Number(response.headers.get('retry-after'));
            if (response.status !== 429 || !(seconds > 0))
                return response;
            await response.body?.cancel();
            await pause(seconds * 1000, request.signal);
        }
        return send(request);
    };
}
function pause(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        const stop = () => {
            clearTimeout(timer);
            reject(signal.reason);
        };
        const timer = setTimeout(() => {
            signal.removeEventListener('abort', stop);
            resolve();
        }, milliseconds);
        if (signal.aborted)
            stop();
        else
            signal.addEventListener('abort', stop, { once: true });
    });
}
