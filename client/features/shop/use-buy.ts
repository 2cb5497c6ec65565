import { useMutation } from '@tanstack/react-query';

import { isUnanswered, newKey } from '#client/lib/new-key.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
import type { Words } from '#client/lib/words.ts';
import { askConfirm, showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { notEnoughCoinsText } from '#shared/endpoints/shop.ts';
import type { ShopItem } from '#shared/endpoints/shop.ts';
import { AppError } from '#shared/errors.ts';

import { buyItem, refreshShop } from './shop.queries.ts';

type Buying = {
  pendingId: string | undefined;
  start: (item: ShopItem) => void;
  /** The item just bought, under the name that the server charged for. */
  bought: ShopItem | undefined;
  forgetBought: () => void;
};

/** Keys of purchases without an answer. Buying the same item again reuses the key and pays once. */
const unansweredKeys = new Map<string, string>();

export function useBuy(buyer: string, balance: number): Buying {
  const words = useWords();
  const buying = useMutation({
    mutationFn: async (item: ShopItem) => {
      if (balance < item.price) {
        await showAlert(notEnoughCoinsText(words.coins));
        return undefined;
      }
      const left = formatCoins(balance - item.price, words);
      const text = `Buy ${item.name} for ${formatCoins(item.price, words)}?\nYou will have ${left} left.`;
      if (!(await askConfirm(text, confirmOptions))) return undefined;
      const name = await buyOnce(item, buyer, words);
      return name === undefined ? undefined : { ...item, name };
    },
  });
  return {
    pendingId: buying.isPending ? buying.variables.id : undefined,
    start: (item) => {
      if (!buying.isPending) buying.mutate(item);
    },
    bought: buying.data,
    forgetBought: buying.reset,
  };
}

const confirmOptions = { title: 'Confirm Your Purchase', confirmLabel: 'Buy' };

/** Returns undefined if the purchase failed. An alert has then said why. */
async function buyOnce(item: ShopItem, buyer: string, words: Words): Promise<string | undefined> {
  const offer = `${item.id} at ${item.price}`;
  const key = unansweredKeys.get(offer) ?? newKey();
  unansweredKeys.set(offer, key);
  try {
    const { itemName } = await buyItem(item, buyer, key);
    unansweredKeys.delete(offer);
    return itemName;
  } catch (error) {
    if (!isUnanswered(error)) unansweredKeys.delete(offer);
    // A failed purchase usually means that the page shows old data.
    void refreshShop();
    await showAlert(describeFailure(error, words));
    return undefined;
  }
}

function describeFailure(error: unknown, { coins }: Words): string {
  if (error instanceof AppError && error.code === 'shop/not-enough-coins')
    return notEnoughCoinsText(coins);
  const message = error instanceof Error ? error.message : '';
  return `Purchase failed: ${message || 'Unknown error'}`;
}
