import { claimName } from '#shared/endpoints/bridge.ts';
import { claimCodePattern } from '#shared/rules/claim-code.ts';

import type { Bridge } from './bridge-client.ts';
import type { Log } from './log.ts';

/** A player adds the code as a friend: every game can do that, and knows for sure who did it. */
export function isClaimCode(friend: string): boolean {
  return claimCodePattern.test(friend);
}

/** Nothing is stored: if the code gets lost in a crash, the player can type it again. Never throws. */
export async function sendNameClaim(
  { bridge, log }: { bridge: Bridge; log: Log },
  claim: { player: string; code: string },
): Promise<void> {
  try {
    const { isClaimed } = await bridge.call(claimName, { body: claim });
    if (isClaimed) log.info(`${claim.player} has claimed the name on the website.`);
    else log.info(`The website does not know the code that ${claim.player} typed.`);
  } catch (error) {
    if (!bridge.signal.aborted) log.warn(`${claim.player} could not claim the name.`, error);
  }
}
