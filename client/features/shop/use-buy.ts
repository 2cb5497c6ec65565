import { useMutation } from '@tanstack/react-query';

import { newKey } from '#client/lib/new-key.ts';
import { askConfirm, showAlert } from '#client/ui/dialog-service.tsx';
import { AppError } from '#shared/errors.ts';
import { tooPoorText } from '#shared/shop.ts';
import type { ShopItem } from '#shared/shop.ts';

import { buy, isUnanswered, refreshShop } from './shop.queries.ts';

type Buying = {
  /** Id of the item being bought. */
  pendingId: string | undefined;
  start: (item: ShopItem) => void;
};

/** Keys of purchases without an answer. Buying the same item again reuses the key and pays once. */
const openKeys = new Map<string, string>();

export function useBuy(buyer: string, balance: number): Buying {
  const buying = useMutation({
    mutationFn: async (item: ShopItem) => {
      if (balance < item.price) return showAlert(tooPoorText);
      if (!(await askConfirm(questionFor(item, balance), confirmation))) return undefined;
      return buyOnce(item, buyer);
    },
  });
  return {
    pendingId: buying.isPending ? buying.variables.id : undefined,
    start: (item) => {
      if (!buying.isPending) buying.mutate(item);
    },
  };
}

const confirmation = { title: 'Confirm your purchase', confirmLabel: 'Buy' };

function questionFor(item: ShopItem, balance: number): string {
  const left = balance - item.price;
  return `Buy ${item.name} for ${coins(item.price)}?\nYou will have ${coins(left)} left.`;
}

async function buyOnce(item: ShopItem, buyer: string): Promise<void> {
  const intention = `${item.id} at ${item.price}`;
  const key = openKeys.get(intention) ?? newKey();
  openKeys.set(intention, key);
  try {
    const { itemName } = await buy(item, buyer, key);
    openKeys.delete(intention);
    await showAlert(`You successfully purchased ${itemName}!`);
  } catch (error) {
    if (!isUnanswered(error)) openKeys.delete(intention);
    // A failed purchase usually means that the page shows old data.
    void refreshShop();
    await showAlert(describeFailure(error));
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof AppError && error.code === 'shop/not-enough-coins') return tooPoorText;
  const message = error instanceof Error ? error.message : '';
  return `Purchase failed: ${message || 'Unknown error'}`;
}

function coins(amount: number): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? 'Wyncoin' : 'Wyncoins'}`;
}
