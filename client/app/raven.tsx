import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CSSProperties } from 'react';
import { createPortal } from 'react-dom';

import { ownPurchasesQuery } from '#client/features/wallet/wallet.queries.ts';
import { useSession } from '#client/lib/session.ts';
import { useIsOn } from '#client/lib/site.ts';
import type { OwnPurchase } from '#shared/endpoints/shop.ts';

import styles from './castle.module.css';
import headerStyles from './site-header.module.css';

/** Flies from the castle to the balance when a purchase is delivered in the game. */
export function Raven() {
  const { isLoggedIn } = useSession();
  const isOn = useIsOn();
  const { data } = useQuery({ ...ownPurchasesQuery(1), enabled: isLoggedIn && isOn('shop') });
  const purchases = isLoggedIn ? data?.purchases : undefined;
  const [known, setKnown] = useState(purchases);
  const [arrived, setArrived] = useState<OwnPurchase>();
  if (purchases !== known) {
    setKnown(purchases);
    const found = known && purchases?.find((one) => isDelivered(one) && !wasDelivered(one, known));
    if (found) setArrived(found);
  }
  if (!arrived) return null;
  return createPortal(
    <div
      key={arrived.id}
      className={styles.raven}
      style={findWay()}
      onAnimationEnd={({ target, currentTarget }) => {
        if (target === currentTarget) setArrived(undefined);
      }}
    >
      <RavenDrawing />
      <output className="visually-hidden">Delivered in the game: {arrived.itemName}</output>
    </div>,
    document.body,
  );
}

function isDelivered({ delivery }: OwnPurchase): boolean {
  return delivery.state === 'delivered';
}

function wasDelivered({ id }: OwnPurchase, known: OwnPurchase[]): boolean {
  return known.some((one) => one.id === id && isDelivered(one));
}

/** From the keep to the purse, or to the menu that has it on narrow screens. */
function findWay(): CSSProperties {
  const purse = [headerStyles.purse, headerStyles.menuButton]
    .map((name) => document.querySelector(`header .${name}`)?.getBoundingClientRect())
    .find((box) => box && box.width > 0);
  const keep = document.querySelector(`.${styles.castle}`)?.getBoundingClientRect();
  return {
    '--from-x': `${keep ? keep.left + keep.width * 0.4 : innerWidth * 0.7}px`,
    '--from-y': `${keep ? Math.max(keep.top + keep.height * 0.25, 80) : 300}px`,
    '--to-x': `${purse ? purse.left + purse.width / 2 : innerWidth - 60}px`,
    '--to-y': `${purse ? purse.bottom : 70}px`,
  } as CSSProperties;
}

function RavenDrawing() {
  return (
    <svg viewBox="-32 -24 64 48" aria-hidden="true">
      <path d="M-28 6l12-6q4-9 16-9q8-1 13 3l10 1-8 4q-4 9-17 9l-12-1z" fill="#15121a" />
      <path d="M-14 0q6-8 16-8q8 0 11 3" fill="none" stroke="#5d6a8c" strokeWidth="1.200" />
      <circle cx="11" cy="-4" r="1.200" fill="#ffe09a" />
      <path d="M-2 8v5" stroke="#d9a53a" strokeWidth="1.200" />
      <path d="M-8 13h12v8H-8z" fill="#a87722" stroke="#f3c660" />
      <path d="M-2 13v8M-8 17h12" stroke="#f3c660" />
      <path
        className={styles.wing}
        d="M-8-2q-4-16-18-20q12 0 18 6l4-6q0 8 2 10l5-3q0 8-1 13z"
        fill="#221d2b"
        stroke="#3a3550"
      />
    </svg>
  );
}
