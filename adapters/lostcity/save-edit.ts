import type { Inventory, Item, Save } from './save-format.ts';

const bankType = 95;
const bankSize = 240;
/** The game stores a stack's count as a signed 32-bit number. */
const largestStack = 2_147_483_647;
/** Ids are stored plus one, in 16 bits. */
const largestItemId = 0xff_fe;

export type Deposit = { save: Save } | { refusal: string; retryable: boolean };

/** Puts items into the bank, where all items stack: the whole quantity or nothing. */
export function depositItem(save: Save, item: Item): Deposit {
  if (!Number.isInteger(item.id) || item.id < 0 || item.id > largestItemId) {
    return { refusal: `The game has no item ${item.id}.`, retryable: false };
  }
  if (!Number.isInteger(item.count) || item.count < 1) {
    return { refusal: `${item.count} is not a valid number of items.`, retryable: false };
  }
  const bank = findBank(save);
  const slot = findSlot(bank, item.id);
  if (slot === -1) return { refusal: 'The bank is full.', retryable: true };
  const count = (bank.slots[slot]?.count ?? 0) + item.count;
  if (count > largestStack) {
    return { refusal: 'The bank holds too many of this item.', retryable: true };
  }
  const filled = { ...bank, slots: bank.slots.with(slot, { id: item.id, count }) };
  return { save: { ...save, inventories: withInventory(save.inventories, filled) } };
}

export function countInBank(save: Save, itemId: number): number {
  const slot = findBank(save).slots.find((item) => item?.id === itemId);
  return slot?.count ?? 0;
}

export function movePlayer(save: Save, place: { x: number; z: number; plane: number }): Save {
  return { ...save, ...place };
}

/** The save of a player who never opened the bank has no bank. */
function findBank(save: Save): Inventory {
  const bank = save.inventories.find(({ type }) => type === bankType);
  return bank ?? { type: bankType, slots: Array.from({ length: bankSize }, () => undefined) };
}

function findSlot({ slots }: Inventory, itemId: number): number {
  const stack = slots.findIndex((item) => item?.id === itemId);
  return stack === -1 ? slots.indexOf(undefined) : stack;
}

function withInventory(inventories: Inventory[], changed: Inventory): Inventory[] {
  const at = inventories.findIndex(({ type }) => type === changed.type);
  return at === -1 ? [...inventories, changed] : inventories.with(at, changed);
}
