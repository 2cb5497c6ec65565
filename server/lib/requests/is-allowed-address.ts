import { BlockList, isIP } from 'node:net';

/** Single addresses and networks such as 10.0.0.0/8; an empty list allows every address. */
export function isAllowedAddress(ip: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  const list = new BlockList();
  for (const entry of allowed) {
    const [base = '', prefix] = entry.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(base) === 0) continue;
    if (prefix === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(prefix), family);
  }
  // IPv4 entries also match ::ffff:10.0.0.1, the form of an IPv4 address on a dual-stack socket.
  return list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
}
