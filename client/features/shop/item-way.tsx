import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useAction } from '#client/lib/use-action.ts';
import { IconButton } from '#client/ui/form/button.tsx';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import type { ShopItem } from '#shared/endpoints/shop.ts';

import { paymentInfoQuery, pinItem } from './shop.queries.ts';

import styles from './item-way.module.css';

type Props = { item: ShopItem; user: SessionUser; canBuy: boolean };

/** How far an item is that costs more than the player has. It can be pinned, or bought with one top-up. */
export function ItemWay({ item, user: { wyncoins: balance, pinned }, canBuy }: Props) {
  const { run, isPending } = useAction();
  const { data: payments } = useQuery(paymentInfoQuery);
  const isPinned = pinned?.itemId === item.id;
  const canTopUp = payments && payments.mode !== 'off' && payments.shopOpen;
  const missing = item.price - balance;
  if (!isPinned && (missing <= 0 || !canBuy)) return null;
  const more = `${missing.toLocaleString('en')} more`;
  return (
    <div className={styles.way}>
      <progress max={item.price} value={balance} aria-hidden="true" />
      {missing <= 0 ? (
        <span className={styles.text}>You have enough</span>
      ) : canTopUp && canBuy ? (
        <Link
          to="/shop"
          search={{ topup: true, item: item.id }}
          resetScroll={false}
          className={styles.text}
          aria-label={`${more} for ${item.name}: top off and buy`}
        >
          <strong>{more}</strong> Top off and buy
        </Link>
      ) : (
        <strong className={styles.text}>{more}</strong>
      )}
      <IconButton
        size="sm"
        icon="star"
        label={`Pin ${item.name}`}
        aria-pressed={isPinned}
        className={styles.pin}
        disabled={isPending}
        onClick={() =>
          void run({ call: () => pinItem(isPinned ? null : Number(item.id)), refresh: ['me'] })
        }
      />
    </div>
  );
}
