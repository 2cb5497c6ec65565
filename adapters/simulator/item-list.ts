import type { GameItemList } from '#shared/endpoints/bridge-deliveries.ts';

/** The simulated game has every id below this one. */
const count = 14_000;

/** The game's own names of some items, among them all that the demo sells. */
const names: Record<number, string> = {
  991: 'Muddy key',
  995: 'Coins',
  1042: 'Blue partyhat',
  1050: 'Santa hat',
  1201: 'Rune shield',
  1333: 'Rune scimitar',
  1704: 'Amulet of the lake',
  3008: 'Energy potion(4)',
  3105: 'Climbing boots',
  4091: 'Mystic robe top',
  4151: 'Abyssal whip',
  4548: 'Bullseye lantern',
  6070: 'Warden cape',
  9470: 'Keep crown',
  9925: 'Harvest mask',
  11_212: 'House banner',
  12_485: 'Wyrmling egg',
  13_439: 'Midwinter chest',
};

export const simulatedItems: GameItemList = {
  count,
  items: Object.entries(names).map(([id, name]) => ({ id: Number(id), name })),
};

export function hasItem(id: number): boolean {
  return id >= 0 && id < count;
}
