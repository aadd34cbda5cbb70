import { isIPv6 } from 'node:net';

/**
 * The key under which an address is counted: IPv4 as it is, IPv6 by its /64, because one subscriber has all of it.
 */
export function rateKeyOfAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const plain = address.split('%')[0] ?? address;
  if (!isIPv6(plain)) return address;
  return `${expand(plain).slice(0, 4).join(':')}::/64`;
}

function expand(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}
