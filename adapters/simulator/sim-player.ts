import type { BridgeDelivery } from '#shared/endpoints/bridge-deliveries.ts';
import { productKinds } from '#shared/rules/product-kinds.ts';
import type { Skill } from '#shared/rules/skills.ts';
import { levelOfTenths, maxExperienceTenths, startTenthsOf } from '#shared/rules/xp.ts';

import { noDeliveries } from '../lib/deliveries.ts';
import type { Applied, DeliveryNotes } from '../lib/deliveries.ts';
import { hasItem } from './item-list.ts';
import type { Random } from './random.ts';

/** One player's record, in one file: what was delivered and the delivery ids are written together. */
export type SimPlayer = DeliveryNotes & {
  /** Number of claims that returned items. Part of the session name of the next claim. */
  claims: number;
  /** Amounts keyed by item id. */
  bank: Record<string, number>;
  /** Ranks and memberships with their end, such as `membership gold`. Null: for ever. */
  grants: Record<string, string | null>;
  /** Commands that were bought and have run. */
  commands: string[];
  /** By the ids of the skills. */
  xpTenths: number[];
  /** The key of the game mode. */
  mode: string;
  /** By the keys of the counters. */
  counts: Record<string, number>;
  /** In seconds. */
  playtime: number;
  /** The id of the skill being trained. */
  training: number;
  place: { x: number; y: number; height: number };
  rank: number;
  mutedUntil: string | null;
  isBanned: boolean;
};

const bankSlots = 240;
const largestStack = 2_147_483_647;
/** Chance per round that a player switches to another skill. */
const skillChangeChance = 0.03;
/** How often a player who does nothing else adds one to a counter. */
const countsPerHour = 12;

export const deliveryKinds = productKinds;

export type Start = Pick<SimPlayer, 'xpTenths' | 'mode' | 'counts'>;

export const newcomer: Start = { xpTenths: [], mode: 'normal', counts: {} };
export const nothingGranted: Pick<SimPlayer, 'grants' | 'commands'> = { grants: {}, commands: [] };

export function newSimPlayer(skills: readonly Skill[], start = newcomer): SimPlayer {
  return {
    ...noDeliveries,
    claims: 0,
    bank: {},
    ...nothingGranted,
    ...start,
    xpTenths: addSkills(start.xpTenths, skills),
    playtime: 0,
    training: 0,
    place: { x: 3222, y: 3218, height: 0 },
    rank: 0,
    mutedUntil: null,
    isBanned: false,
  };
}

/** The website may have more skills than the player has yet. */
function addSkills(xpTenths: readonly number[], skills: readonly Skill[]): number[] {
  const all = [...xpTenths];
  for (const skill of skills) {
    all[skill.gameId] = Math.max(all[skill.gameId] ?? 0, startTenthsOf(skill));
  }
  return Array.from(all, (tenths) => tenths ?? 0);
}

type Training = {
  seconds: number;
  skills: readonly Skill[];
  /** The keys of the website's counters. */
  counters: readonly string[];
  random: Random;
};

/** Realistic gains: about 10,000 experience an hour at first, about 70,000 at high levels. */
export function train(
  player: SimPlayer,
  { seconds, skills, counters, random }: Training,
): SimPlayer {
  const isChanging = random.next() < skillChangeChance;
  const next = isChanging ? random.pick(skills) : undefined;
  const training = next?.gameId ?? player.training;
  const xpTenths = addSkills(player.xpTenths, skills);
  const before = xpTenths[training] ?? 0;
  const perHour = (8_000 + 600 * levelOfTenths(before)) * random.between(0.7, 1.3);
  const gained = Math.floor((perHour * 10 * seconds) / 3600);
  const after = Math.min(maxExperienceTenths, before + gained);
  return {
    ...player,
    training,
    playtime: player.playtime + seconds,
    counts: addCounts(player.counts, { seconds, counters, random }),
    xpTenths: xpTenths.with(training, after),
  };
}

function addCounts(
  counts: SimPlayer['counts'],
  { seconds, counters, random }: Omit<Training, 'skills'>,
): SimPlayer['counts'] {
  const added = Math.floor((countsPerHour * seconds) / 3600 + random.next());
  const counter = random.pick(counters);
  if (added === 0 || counter === undefined) return counts;
  return { ...counts, [counter]: (counts[counter] ?? 0) + added };
}

export function applyDelivery(player: SimPlayer, delivery: BridgeDelivery): Applied<SimPlayer> {
  const { kind = 'item', value = '', until = null, isEnd } = delivery;
  if (kind === 'item') return putIntoBank(player, delivery);
  if (kind === 'command') return { state: { ...player, commands: [...player.commands, value] } };
  const grants = { ...player.grants, [`${kind} ${value}`]: until };
  if (isEnd) delete grants[`${kind} ${value}`];
  return { state: { ...player, grants } };
}

/** Shown to the player. */
export function describeDelivery({
  itemName,
  quantity,
  isEnd,
  from,
  note,
}: BridgeDelivery): string {
  if (isEnd) return itemName;
  const gift = from ? `, a gift from ${from}${note ? `: "${note}"` : ''}` : '';
  return `${quantity} × ${itemName}${gift}`;
}

export function putIntoBank(
  player: SimPlayer,
  { itemId, quantity }: BridgeDelivery,
): Applied<SimPlayer> {
  if (!hasItem(itemId)) {
    return { refusal: `The game has no item ${itemId}.`, retryable: false };
  }
  const held = player.bank[itemId];
  if (held === undefined && Object.keys(player.bank).length >= bankSlots) {
    return { refusal: 'The bank is full.', retryable: true };
  }
  const amount = (held ?? 0) + quantity;
  if (amount > largestStack) {
    return { refusal: 'The bank holds too many of this item.', retryable: true };
  }
  return { state: { ...player, bank: { ...player.bank, [itemId]: amount } } };
}
