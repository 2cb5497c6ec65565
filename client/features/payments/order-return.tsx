import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { queryClient } from '#client/lib/query-client.ts';
import { useSite } from '#client/lib/site.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
import type { Words } from '#client/lib/words.ts';
import { Button, IconButton } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { countCredited } from '#shared/endpoints/payments.ts';
import type { Order } from '#shared/endpoints/payments.ts';

import { isOpen, orderQuery } from './payments.queries.ts';

import styles from './order-return.module.css';

type Props = { id: string; onSettled: () => void; onClose: () => void };

/** Shown after the checkout. Display only: the server credits coins when the provider confirms. */
export function OrderReturn({ id, onSettled, onClose }: Props) {
  const { data: order, isError, refetch } = useQuery(orderQuery(id));
  const { coins } = useWords();
  const isPaid = order?.state === 'paid';
  const isSettled = order !== undefined && !isOpen(order);
  useEffect(() => {
    if (isPaid) void queryClient.invalidateQueries({ queryKey: ['me'] });
  }, [isPaid]);
  useEffect(() => {
    if (isSettled) onSettled();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, not whenever the page renders
  }, [isSettled]);
  return (
    <Row as={Panel} pad="none" gap={4} className={styles.panel}>
      <Row as="output" nowrap gap={4} className={styles.news} aria-live="polite">
        {isError && !order ? (
          <Lines
            heading="This payment was not found"
            text={`It is not one of yours, or the connection failed. If you paid, your ${coins} will still arrive.`}
          />
        ) : (
          <State order={order} />
        )}
      </Row>
      {isError && !order && <Button onClick={() => void refetch()}>Try Again</Button>}
      {(isError || isSettled) && <IconButton icon="close" label="Close" onClick={onClose} />}
    </Row>
  );
}

function State({ order }: { order: Order | undefined }) {
  const { contactEmail } = useSite();
  const words = useWords();
  if (!order || isOpen(order)) {
    return (
      <>
        <span className={styles.waiting} aria-hidden="true" />
        <Lines
          heading="Confirming payment…"
          text={`This takes a moment. You can leave this page: your ${words.coins} will arrive anyway.`}
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
          heading={`+${formatCoins(countCredited(order), words)}`}
          text={order.thenBuy ? describePurchase(order.thenBuy, words) : paidText}
        />
      </>
    );
  }
  if (order.state === 'review') {
    return (
      <Lines
        heading="We are checking this payment"
        text={`It needs to be checked by hand. Write to ${contactEmail} if you do not hear from us.`}
      />
    );
  }
  return (
    <Lines
      heading="Transaction canceled or failed. Please try again."
      text="You were not charged."
    />
  );
}

const paidText = 'Thank you! They are in your wallet. The receipt is on its way by email.';

/** The outcomes of server/db/functions/buy_item_carefully.sql; others mean that it is not for sale. */
const obstacles: Record<string, string> = {
  'price-differs': 'its price has changed',
  'sold-out': 'it is sold out',
  'too-poor': 'they were not enough',
  'limit-reached': 'you have reached its limit',
  undeliverable: 'no game can deliver it right now',
  frozen: 'your wallet is frozen',
};

function describePurchase({ itemName, outcome }: NonNullable<Order['thenBuy']>, words: Words) {
  if (outcome === 'bought') return `Thank you! You bought ${itemName} with them. It is on its way.`;
  const reason = obstacles[outcome ?? ''] ?? 'it is no longer for sale';
  return `Thank you! ${itemName} was not bought, because ${reason}. The ${words.coins} are in your wallet.`;
}

function Lines({ heading, text, isGreat }: { heading: string; text: string; isGreat?: boolean }) {
  return (
    <span className={styles.lines}>
      <strong className={isGreat ? styles.great : styles.heading}>{heading}</strong>
      <span>{text}</span>
    </span>
  );
}
