import { createRandom } from '#server/testing/random.ts';
import type { Random } from '#server/testing/random.ts';

import type { World } from './prepare.ts';
import type { Breaches, Records } from './records.ts';
import { restored } from './traffic.ts';
import type { Answer, Send, Traffic } from './traffic.ts';

export type Stage = {
  seed: number;
  world: World;
  traffic: Traffic;
  records: Records;
  breaches: Breaches;
  phase: Phase;
};

export type Phase = {
  isOver: boolean;
  /**
   * True from the copy of the database until everything it still owes was delivered after the restore.
   * Until then players stay where they are and purchases are not refunded: the restored site does not
   * know which game has applied what, and docs/operations.md tells admins to wait.
   */
  isCatchingUp: boolean;
};

/** One action of an actor. */
export type Turn = { send: Send; random: Random; nextKey: () => string };

/** Acts again and again until `isOver`; an action that a restore made void is dropped. */
export async function runActor(
  { seed, traffic }: Stage,
  { name, isOver }: { name: string; isOver: () => boolean },
  act: (turn: Turn) => Promise<void>,
): Promise<void> {
  const random = createRandom(seedOf(seed, name));
  // Separate, so that how often a request is repeated does not change what the actor does next.
  const routes = createRandom(seedOf(seed, `routes of ${name}`));
  let keys = 0;
  const nextKey = () => `${name}-${(keys += 1)}`;
  while (!isOver()) {
    await traffic.passGate();
    try {
      await act({ send: traffic.beginAction(routes), random, nextKey });
    } catch (error) {
      if (error !== restored) throw error;
    }
  }
}

/** A different seed for each name (FNV-1a). */
function seedOf(seed: number, name: string): number {
  let hash = 0x81_1c_9d_c5 ^ seed;
  for (const character of name) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  }
  return hash >>> 0;
}

/** Reports an answer that no rule of the site explains. */
export function reportUnexpected(
  { breaches }: Pick<Stage, 'breaches'>,
  what: string,
  answer: Answer,
) {
  breaches.add(`${what} was answered with ${answer.status} ${answer.text.slice(0, 200)}`);
}
