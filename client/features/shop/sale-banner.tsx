import type { ReactNode } from 'react';

import { Icon } from '#client/ui/icon/icon.tsx';
import { Countdown } from '#client/ui/text/countdown.tsx';
import type { ShopItem } from '#shared/endpoints/shop.ts';
import { percentOff } from '#shared/rules/prices.ts';

import { SaleSeal } from './sale-seal.tsx';

import styles from './sale-banner.module.css';

/** `upTo` is a percentage. */
export type RunningSale = { name: string; endsAt: string; upTo: number };

type Props = { sale: RunningSale; action?: ReactNode };

/** Disappears when the sale ends. */
export function SaleBanner({ sale: { name, endsAt, upTo }, action }: Props) {
  return (
    <Countdown until={Date.parse(endsAt)}>
      {(left) => (
        <section className={styles.banner} aria-label={name}>
          <SaleSeal percent={upTo} className={styles.seal} />
          <div className={styles.words}>
            <h2 className={styles.name}>{name}</h2>
            <p>{upTo === 0 ? 'Lower prices' : `Up to ${upTo}% off`} in the store</p>
          </div>
          <p className={styles.left}>
            <Icon name="hourglass" />
            {left} left
          </p>
          {action}
        </section>
      )}
    </Countdown>
  );
}

/** The sale that takes most off an item. */
export function findBestSale(items: readonly ShopItem[]): RunningSale | undefined {
  const sales = items.flatMap(({ sale, fullPrice, price }) =>
    sale && fullPrice !== undefined ? [{ ...sale, upTo: percentOff(fullPrice, price) }] : [],
  );
  return sales.toSorted((a, b) => b.upTo - a.upTo)[0];
}
