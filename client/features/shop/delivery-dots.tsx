import { Link } from '@tanstack/react-router';

import { stepsOf } from '#client/lib/delivery-steps.ts';
import { classNames } from '#client/ui/class-names.ts';
import type { DeliveryState } from '#shared/endpoints/shop.ts';

import styles from './delivery-dots.module.css';

/** The timeline of the wallet in small, with a link to it. */
export function DeliveryDots({ itemName, state }: { itemName: string; state: DeliveryState }) {
  const { steps } = stepsOf({ createdAt: '', delivery: { state, events: [] } });
  const current = steps.find((step) => step.state === 'current');
  return (
    <Link to="/profile/wallet" className={styles.line}>
      <span className={styles.dots} aria-hidden="true">
        {steps.map((step) => (
          <span key={step.name} className={classNames(styles.dot, styles[step.state])} />
        ))}
      </span>
      <span className="visually-hidden">Delivery of {itemName}: </span>
      {current?.label}
    </Link>
  );
}
