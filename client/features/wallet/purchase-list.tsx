import { useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { stepsOf } from '#client/lib/delivery-steps.ts';
import { useIsOn } from '#client/lib/site.ts';
import { classNames } from '#client/ui/class-names.ts';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { ItemPicture } from '#client/ui/layout/item-picture.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Coins } from '#client/ui/text/coins.tsx';
import { DeliveryChip } from '#client/ui/text/delivery-chip.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { OwnPurchase } from '#shared/endpoints/shop.ts';

import { DeliveryTimeline } from './delivery-timeline.tsx';
import { SupportLink, WalletList } from './wallet-list.tsx';
import { ownPurchasesQuery } from './wallet.queries.ts';

import styles from './wallet-page.module.css';

export function PurchaseList({ page }: { page: number }) {
  return (
    <WalletList
      query={useQuery(ownPurchasesQuery(page))}
      view="purchases"
      empty={{
        heading: 'Nothing bought yet',
        text: 'What you buy in the store appears here, and you can follow it into the game.',
        action: <LinkButton to="/shop">Visit the Store</LinkButton>,
      }}
    >
      {({ purchases }) => (
        <Stack as="ul" gap={3} aria-label="Purchases">
          {purchases.map((purchase) => (
            <li key={purchase.id}>
              <PurchaseCard purchase={purchase} />
            </li>
          ))}
        </Stack>
      )}
    </WalletList>
  );
}

function PurchaseCard({ purchase }: { purchase: OwnPurchase }) {
  const { itemName, quantity, price, createdAt, state, delivery, gift } = purchase;
  const isDone = delivery.state === 'delivered' || delivery.state === 'canceled';
  return (
    <Panel pad="none" className={classNames(styles.purchase, isDone && styles.done)}>
      <ItemPicture item={purchase} sizes="96px" className={styles.thumb} />
      <div>
        <h3 className={styles.itemName}>
          {itemName}
          {quantity > 1 && (
            <Text as="span" tone="gold">
              {' '}
              × {quantity.toLocaleString('en')}
            </Text>
          )}
        </h3>
        <Row as={Text} size="md" tone="muted">
          <Text as="strong" tone="gold">
            {price > 0 && <Coins amount={price} />}
            {price === 0 && (gift ? 'Gift' : 'Reward')}
          </Text>
          {gift && <span>{gift.isToMe ? `from ${gift.player}` : `for ${gift.player}`}</span>}
          <Timestamp at={createdAt} format={isDone ? 'day' : 'full'} />
          {state === 'refunded' && !isDone && <Chip tone="ember">Refunded</Chip>}
          <SupportLink about={`purchase:${purchase.id}`} label={`Get help with ${itemName}`}>
            Get Help
          </SupportLink>
        </Row>
        {gift?.note && <GiftNote id={purchase.id} gift={gift} />}
      </div>
      {isDone ? <LastStep purchase={purchase} /> : <DeliveryTimeline purchase={purchase} />}
    </Panel>
  );
}

type NoteProps = { id: string; gift: NonNullable<OwnPurchase['gift']> };

function GiftNote({ id, gift: { isToMe, player, note, isReported } }: NoteProps) {
  const hasInbox = useIsOn()('inbox');
  const label = `Report the note of ${player}`;
  return (
    <Row gap={2}>
      <Text as="q" breaks>
        {note}
      </Text>
      {isReported && isToMe && <Chip tone="ember">Reported</Chip>}
      {isToMe && !isReported && (
        <SupportLink about={`gift:${id}`} label={label}>
          Report
        </SupportLink>
      )}
      {isToMe && !isReported && !hasInbox && (
        <ActionButton
          size="sm"
          tone="quiet"
          label={label}
          action={{
            name: 'Report',
            ask: `Report this note of ${player}? The staff will see it.`,
            call: () => call('POST /api/shop/purchases/{id}/report', { params: { id } }),
            done: 'Thank you. The staff will look at the note.',
            refresh: ['me'],
          }}
        />
      )}
    </Row>
  );
}

/** A delivery that is over: only how it ended. */
function LastStep({ purchase }: { purchase: OwnPurchase }) {
  const { at } = stepsOf(purchase).steps.at(-1)!;
  return (
    <Row as={Text} size="md" tone="muted" end className={styles.last}>
      {at && <Timestamp at={at} />}
      {purchase.state === 'refunded' ? (
        <Chip tone="ember">Refunded</Chip>
      ) : (
        <DeliveryChip state={purchase.delivery.state} />
      )}
    </Row>
  );
}
