import { lookup } from 'node:dns/promises';

import { isAllowedAddress } from '#server/lib/requests/is-allowed-address.ts';
import { late, within } from '#server/lib/requests/within.ts';

const isAddress = /^[\d.]+(?:\/\d+)?$|:/;
const keptMs = 10 * 60_000;
const known = new Map<string, { addresses: string[]; until: number }>();

/** Host names are looked up only if the address itself is not listed, and their addresses kept for ten minutes. */
export async function isAllowedSender(ip: string, senders: readonly string[]): Promise<boolean> {
  if (senders.length === 0) return true;
  const listed = senders.filter((sender) => isAddress.test(sender));
  if (listed.length > 0 && isAllowedAddress(ip, listed)) return true;
  for (const host of senders.filter((sender) => !isAddress.test(sender))) {
    const addresses = await findAddresses(host);
    if (addresses.length > 0 && isAllowedAddress(ip, addresses)) return true;
  }
  return false;
}

async function findAddresses(host: string): Promise<string[]> {
  const kept = known.get(host);
  if (kept && kept.until > Date.now()) return kept.addresses;
  try {
    const found = await within(2000, lookup(host, { all: true }));
    if (found === late) return kept?.addresses ?? [];
    const addresses = found.map(({ address }) => address);
    known.set(host, { addresses, until: Date.now() + keptMs });
    return addresses;
  } catch {
    return kept?.addresses ?? [];
  }
}
