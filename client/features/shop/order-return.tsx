import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { site } from '#client/lib/site.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Order } from '#shared/payments.ts';

import { isOpen, orderQuery, refreshShop } from './shop.queries.ts';

import styles from './order-return.module.css';

type Props = { id: string; onClose: () => void };

/** Shown after the checkout. Display only: the server credits coins when the provider confirms. */
export function OrderReturn({ id, onClose }: Props) {
  const { data: order, isError, refetch } = useQuery(orderQuery(id));
  const isPaid = order?.state === 'paid';
  useEffect(() => {
    if (isPaid) void refreshShop();
  }, [isPaid]);
  return (
    <Panel pad="none" className={styles.panel}>
      <output className={styles.news} aria-live="polite">
        {isError && !order ? (
          <Lines
            heading="This payment cannot be found"
            text="It is none of yours, or the connection failed. Nothing is lost: paid coins arrive by themselves."
          />
        ) : (
          <State order={order} />
        )}
      </output>
      {isError && !order && <Button onClick={() => void refetch()}>Try again</Button>}
      {(isError || (order && !isOpen(order))) && (
        <IconButton icon="close" label="Close" onClick={onClose} />
      )}
    </Panel>
  );
}

function State({ order }: { order: Order | undefined }) {
  if (!order || isOpen(order)) {
    return (
      <>
        <span className={styles.waiting} aria-hidden="true" />
        <Lines
          heading="Confirming payment…"
          text="This takes a moment. You may leave: the coins arrive by themselves."
        />
      </>
    );
  }
  if (order.state === 'paid') {
    return (
      <>
        <span className={styles.coin} aria-hidden="true">
          <Icon name="coins" />
        </span>
        <Lines
          isGreat
          heading={`+${order.coins.toLocaleString('en')} Wyncoins`}
          text="Thank you! They are in your wallet; the receipt is on its way by mail."
        />
      </>
    );
  }
  if (order.state === 'review') {
    return (
      <Lines
        heading="We are looking at this payment"
        text={`Something about it needs a person. Write to ${site.contactEmail} if you do not hear from us.`}
      />
    );
  }
  return (
    <Lines
      heading="Transaction canceled or failed. Please try again."
      text="Nothing was charged for it."
    />
  );
}

function Lines({ heading, text, isGreat }: { heading: string; text: string; isGreat?: boolean }) {
  return (
    <span className={styles.lines}>
      <strong className={isGreat ? styles.great : styles.heading}>{heading}</strong>
      <span>{text}</span>
    </span>
  );
}
