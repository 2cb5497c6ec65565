import type { Deps } from '#server/deps.ts';
import { commandLine } from '#server/lib/audit.ts';
import type { ContractDraft } from '#shared/contracts.ts';

import { importContracts } from './contracts.service.ts';

type DemoContract = [
  name: string,
  type: ContractDraft['type'],
  skill: ContractDraft['skill'],
  level: number,
  npc: [number, string],
  item: number,
  amounts: [number, number],
  weight: number,
  description: string,
];

const shipwright: [number, string] = [519, 'Shipwright Odo'];
const smith: [number, string] = [604, 'Master Hilde'];
const cook: [number, string] = [278, 'Keep Cook'];
const bowyer: [number, string] = [587, 'Bowyer Wil'];
const apothecary: [number, string] = [367, 'Apothecary Nan'];
const chapel: [number, string] = [741, 'Brother Aldric'];

const demoContracts: DemoContract[] = [
  ['Oak for the shipwright', 'Gather', 'Woodcutting', 15, shipwright, 1521, [20, 45], 12, 'The hull will not plank itself. Oak, straight and dry.'],
  ['Yew before the frost', 'Gather', 'Woodcutting', 60, bowyer, 1515, [25, 60], 6, 'Old yew bends where others break. Bring it before the first frost.'],
  ['Coal for the long night', 'Gather', 'Mining', 30, smith, 453, [40, 90], 12, 'The forge has burned since the old king. It will not go cold on my watch.'],
  ['Runite from the deep', 'Gather', 'Mining', 85, smith, 451, [4, 9], 2, 'Nobody asks twice for this. Mind the lower galleries.'],
  ['Horseshoes for the mail', 'Delivery', 'Smithing', 20, smith, 4, [10, 24], 8, 'The mail leaves at dawn, shod or not.'],
  ['Lobster for the feast', 'Gather', 'Fishing', 40, cook, 377, [20, 50], 10, 'Forty guests and an empty larder. You can guess the rest.'],
  ['A smoked shark, well wrapped', 'Delivery', 'Cooking', 80, cook, 385, [6, 14], 4, 'Carry it downwind of the guards.'],
  ['Arrows for the wall', 'Delivery', 'Fletching', 25, bowyer, 882, [150, 400], 9, 'The wall is long and the nights are longer.'],
  ['Robes for the novices', 'Delivery', 'Crafting', 18, chapel, 1757, [5, 12], 7, 'They grow. They always grow.'],
  ['Air runes for the library', 'Gather', 'Runecrafting', 10, chapel, 556, [200, 500], 6, 'Something keeps blowing the candles out. We mean to find it.'],
  ['Clean herbs, no questions', 'Gather', 'Herblore', 35, apothecary, 255, [12, 30], 7, 'Washed, dried and counted. I will count again.'],
  ['Antidote for the marsh road', 'Delivery', 'Herblore', 48, apothecary, 175, [8, 16], 5, 'Three carts are late, and the marsh is never late.'],
  ['Swamp tar', 'Gather', 'Farming', 5, shipwright, 1939, [30, 70], 3, 'Paused until the eels have moved on.'],
]; // prettier-ignore

export async function loadDemoContracts(deps: Deps): Promise<void> {
  const contracts = demoContracts.map(
    ([name, type, skill, level, npc, itemId, amounts, weight, description]) => ({
      name,
      type,
      skill,
      level,
      npcId: npc[0],
      npcName: npc[1],
      itemId,
      minAmount: amounts[0],
      maxAmount: amounts[1],
      weight,
      description,
      enabled: name !== 'Swamp tar',
    }),
  );
  await importContracts(deps, commandLine, { contracts, mode: 'add' });
}
