import { isIPv6 } from 'node:net';

/** A household gets a whole IPv6 /64: counting addresses would give one caller 2^64 of them. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const groups = readGroups(ip);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address, in any notation. */
function readGroups(ip: string): number[] {
  // The URL parser turns a dotted suffix, as in ::ffff:192.0.2.1, into two groups.
  const { hostname } = new URL(`http://[${ip.split('%')[0]}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16));
}
