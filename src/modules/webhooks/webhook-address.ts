import type { IncomingMessage } from 'node:http';

const WEBHOOK = /^\/api\/workflows\/([^/?]*)\/webhook(?=\?|$)/;

/**
 * The URL for routing. A workflow id that cannot be decoded is replaced by an unknown one, so that the webhook's own route
 * responds in plain text, as for every other unknown id.
 */
export function routableUrl({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): string {
  const id = method === 'POST' ? WEBHOOK.exec(url)?.[1] : undefined;
  return id === undefined || isDecodable(id) ? url : url.replace(WEBHOOK, '/api/workflows/-/webhook');
}

function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
