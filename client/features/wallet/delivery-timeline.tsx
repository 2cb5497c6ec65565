import { formatShortDateTime } from '#client/lib/dates.ts';
import { stepsOf } from '#client/lib/delivery-steps.ts';
import type { Step } from '#client/lib/delivery-steps.ts';
import { classNames } from '#client/ui/class-names.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import type { OwnPurchase } from '#shared/endpoints/shop.ts';

import styles from './delivery-timeline.module.css';

const icons: Record<Step['name'], IconName> = {
  bought: 'coins',
  claimed: 'server',
  delivered: 'check',
  canceled: 'close',
};

export function DeliveryTimeline({ purchase }: { purchase: OwnPurchase }) {
  const { steps, note } = stepsOf(purchase);
  return (
    <Stack gap={2}>
      <ol className={styles.steps} aria-label={`Delivery of ${purchase.itemName}`}>
        {steps.map(({ name, label, at, state }) => (
          <li key={name} className={classNames(styles.step, styles[state])}>
            <span className={styles.mark}>
              <Icon name={icons[name]} />
            </span>
            <span className={styles.label}>
              {label}
              <span className="visually-hidden">{spoken[state]}</span>
            </span>
            {at !== undefined && (
              <time dateTime={at} className={styles.time}>
                {formatShortDateTime(at)}
              </time>
            )}
          </li>
        ))}
      </ol>
      {note && <p className={styles.note}>{note}</p>}
    </Stack>
  );
}

const spoken: Record<Step['state'], string> = {
  done: ': done',
  current: ': now',
  waiting: ': still to come',
};
