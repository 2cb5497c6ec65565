import { isIPv6 } from 'node:net';

/**
 * What counts as one caller. A home gets a whole IPv6 network, so counting its single addresses
 * would give one guesser 2^64 of them.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const groups = [...first, ...zeros, ...last].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
