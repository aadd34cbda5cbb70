import { isIP, isIPv6 } from 'node:net';

/**
 * The IP address in what a proxy says of a client, without the port and the zone that some add; null for what is none,
 * such as a proxy's `unknown`, and for the nothing that is said of a connection already closed.
 */
export function findAddress(said: string | undefined): string | null {
  if (said === undefined) return null;
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(said) ?? [];
  const address = (bracketed ?? withPort ?? said).split('%')[0] ?? '';
  return isIP(address) === 0 ? null : address;
}

/**
 * The key under which an address is counted: IPv4 as it is, IPv6 by its /64, because one subscriber has all of it. What is
 * no address is counted together.
 */
export function rateKeyOfAddress(said: string | undefined): string {
  const address = findAddress(said) ?? 'unknown';
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
