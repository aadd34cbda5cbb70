import { isIP, isIPv6 } from 'node:net';

/**
 * The IP address of a client as Node or a proxy reports it, without a port or zone. Null for text that is not an address,
 * such as a proxy's `unknown`, and for a closed connection, which has no address.
 */
export function findAddress(reported: string | undefined): string | null {
  if (reported === undefined) return null;
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(reported) ?? [];
  const address = (bracketed ?? withPort ?? reported).split('%')[0] ?? '';
  return isIP(address) === 0 ? null : address;
}

/**
 * The rate limit key of an address: IPv4 in full, IPv6 by its /64 prefix, because one subscriber has all of it. Text that
 * is not an address has one common key.
 */
export function rateKeyOfAddress(reported: string | undefined): string {
  const address = findAddress(reported) ?? 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  return `${expand(address).slice(0, 4).join(':')}::/64`;
}

function expand(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}
