import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { isUnanswered, newKey } from '#client/lib/new-key.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
import type { Words } from '#client/lib/words.ts';
import { askChoice, showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { notEnoughCoinsText } from '#shared/endpoints/shop.ts';
import type { Gift, ShopItem } from '#shared/endpoints/shop.ts';
import { AppError } from '#shared/errors.ts';

import { buyItem, readOffer, refreshShop } from './shop.queries.ts';

type Buying = {
  pendingId: string | undefined;
  start: (item: ShopItem) => void;
  /** The item just bought, under the name that the server charged for. */
  bought: ShopItem | undefined;
  forgetBought: () => void;
  /** The item that is going to be given to another player. */
  giving: ShopItem | undefined;
  give: (gift: Gift) => Promise<void>;
  stopGiving: () => void;
};

/** Keys of purchases without an answer. Buying the same item again reuses the key and pays once. */
const unansweredKeys = new Map<string, string>();

/** `topUp` opens the dialog that tops up for an item; it is missing while that is not possible. */
export function useBuy(buyer: string, balance: number, topUp?: (item: ShopItem) => void): Buying {
  const words = useWords();
  const [giving, setGiving] = useState<ShopItem>();
  const buying = useMutation({ mutationFn: (item: ShopItem) => offer(item) });

  /** The player agrees to every price: if it has changed since it was shown, the question is asked again. */
  async function offer(item: ShopItem, seen = item.price): Promise<ShopItem | undefined> {
    if (balance < item.price) {
      const text = notEnoughCoinsText(words.coins);
      if (await showAlert(text, 'warning', topUp && 'Top Off')) topUp?.(item);
      return undefined;
    }
    const answer = await askChoice(questionOf(item, seen), confirmOptions);
    if (answer === 'other') setGiving(item);
    if (answer !== true) return undefined;
    try {
      return { ...item, name: await buyOnce(item, buyer) };
    } catch (error) {
      // A failed purchase usually means that the page shows old data.
      void refreshShop();
      const next = isPriceChange(error) && (await readOffer(item.id).catch(() => undefined));
      if (next && next.price !== item.price) return offer(next, item.price);
      await showAlert(describeFailure(error, words));
      return undefined;
    }
  }

  function questionOf({ name, price }: ShopItem, seen: number): string {
    const change =
      price === seen ? '' : `The price has changed: it was ${formatCoins(seen, words)}.\n`;
    const left = formatCoins(balance - price, words);
    return `${change}Buy ${name} for ${formatCoins(price, words)}?\nYou will have ${left} left.`;
  }

  return {
    pendingId: buying.isPending ? buying.variables.id : undefined,
    start: (item) => {
      if (!buying.isPending) buying.mutate(item);
    },
    bought: buying.data,
    forgetBought: buying.reset,
    giving,
    async give(gift) {
      const name = await buyOnce(giving!, buyer, gift).finally(() => void refreshShop());
      void showAlert(`You gave ${name} to ${gift.giftTo}!`, 'success');
    },
    stopGiving: () => setGiving(undefined),
  };
}

const confirmOptions = {
  title: 'Confirm Your Purchase',
  confirmLabel: 'Buy',
  otherLabel: 'Give to a Friend',
};

/** Returns the name that the server charged for. */
async function buyOnce(item: ShopItem, buyer: string, gift?: Gift): Promise<string> {
  const offer = `${item.id} at ${item.price} for ${gift?.giftTo}`;
  const key = unansweredKeys.get(offer) ?? newKey();
  unansweredKeys.set(offer, key);
  try {
    const { itemName } = await buyItem({ item, buyer, gift, key });
    unansweredKeys.delete(offer);
    return itemName;
  } catch (error) {
    if (!isUnanswered(error)) unansweredKeys.delete(offer);
    throw error;
  }
}

function isPriceChange(error: unknown): boolean {
  return error instanceof AppError && error.code === 'shop/price-changed';
}

function describeFailure(error: unknown, { coins }: Words): string {
  if (error instanceof AppError && error.code === 'shop/not-enough-coins')
    return notEnoughCoinsText(coins);
  const message = error instanceof Error ? error.message : '';
  return `Purchase failed: ${message || 'Unknown error'}`;
}
