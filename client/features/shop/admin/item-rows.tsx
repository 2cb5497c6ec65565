import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { DragEvent } from 'react';

import { change } from '#client/lib/change.ts';
import { formatDateTime } from '#client/lib/dates.ts';
import { moveItem } from '#client/lib/move-item.ts';
import { useAction } from '#client/lib/use-action.ts';
import { useNow } from '#client/lib/use-now.ts';
import { classNames } from '#client/ui/class-names.ts';
import { ActionIcon, ActionSwitch } from '#client/ui/form/action-button.tsx';
import { MoveButtons } from '#client/ui/form/line-buttons.tsx';
import { IconLink } from '#client/ui/form/link-button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { ItemPicture } from '#client/ui/layout/item-picture.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Coins } from '#client/ui/text/coins.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { isOver } from '#shared/endpoints/shop.ts';
import type { ManagedItem } from '#shared/endpoints/shop.ts';

import { reorderShopItems } from './admin-shop.queries.ts';

import styles from './admin-shop.module.css';

export function ItemRows({ items }: { items: readonly ManagedItem[] }) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const { run } = useAction();

  function move(from: number, to: number) {
    if (from === to) return;
    void run({
      call: () => reorderShopItems(moveItem(items, from, to - from)),
      undo: () => reorderShopItems(items),
      done: `${items[from]?.name} was moved.`,
    });
  }

  function drop(event: DragEvent, to: number) {
    event.preventDefault();
    if (dragged !== undefined) move(dragged, to);
    setDragged(undefined);
    setOver(undefined);
  }

  return (
    <Panel variant="plain" pad="none" heading="Items" icon="cart">
      <ol ref={list} className={styles.rows}>
        {items.map((item, at) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is for the mouse; the arrows do the same by keyboard
          <li
            key={item.id}
            className={classNames(
              styles.row,
              dragged === at && styles.dragged,
              over === at && dragged !== undefined && over !== dragged && styles.over,
              over === at && dragged !== undefined && dragged < at && styles.below,
            )}
            data-row
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', item.name);
              setDragged(at);
            }}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              setOver(at);
            }}
            onDragEnd={() => {
              setDragged(undefined);
              setOver(undefined);
            }}
            onDrop={(event) => drop(event, at)}
          >
            <span className={styles.order}>
              <Icon name="grip-lines" className={styles.grip} />
              <MoveButtons
                name={item.name}
                isFirst={at === 0}
                isLast={at === items.length - 1}
                onMove={(by) => move(at, at + by)}
              />
            </span>
            <Link to="/admin/shop" search={{ edit: item.id }} className={styles.item}>
              <ItemPicture item={item} sizes="64px" className={styles.thumb} />
              <span className={styles.words}>
                <span className={styles.name}>{item.name}</span>
                <Text as="span" size="md" tone="muted" figures>
                  Item {item.itemId}
                  {item.quantity > 1 && ` × ${item.quantity.toLocaleString('en')}`}
                </Text>
                <DeliveryProblem item={item} />
              </span>
            </Link>
            <ItemChips item={item} />
            <p className={styles.sales}>
              <Text as="strong" tone="gold">
                <Coins amount={item.price} />
              </Text>
              <Text as="span" size="md" tone="muted" figures>
                {item.sold.toLocaleString('en')} sold, <Coins amount={item.earned} />
              </Text>
            </p>
            <RowActions item={item} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function DeliveryProblem({ item }: { item: ManagedItem }) {
  const problem = describeProblem(item);
  return problem ? (
    <Text as="span" size="md" tone="warning" breaks>
      {problem}
    </Text>
  ) : null;
}

function ItemChips({ item }: { item: ManagedItem }) {
  const { stock, perPlayerLimit, endsAt } = item;
  const isEnded = isOver(item, useNow(60_000));
  return (
    <span className={styles.terms}>
      {!item.enabled && <Chip icon="eye-off">Hidden</Chip>}
      {!item.deliverable && (
        <Chip tone="blood" icon="warning">
          Not sold
        </Chip>
      )}
      {stock !== null && (
        <Chip tone={stock === 0 ? 'blood' : 'gold'}>
          {stock === 0 ? 'Sold out' : `${stock.toLocaleString('en')} left`}
        </Chip>
      )}
      {perPlayerLimit !== null && <Chip icon="user">{perPlayerLimit} per player</Chip>}
      {endsAt !== null && (
        <Chip tone={isEnded ? 'neutral' : 'ember'} icon="clock">
          {isEnded ? 'Ended' : 'Until'} {formatDateTime(endsAt)}
        </Chip>
      )}
    </span>
  );
}

function describeProblem(item: ManagedItem): string {
  const { deliverable, deliveredBy, lackedBy, neverConnected } = item;
  const lack = lackedBy.length > 0 ? `${lackedBy.join(', ')}: no such item.` : '';
  // The editor names servers that never connected. Here they matter only if no other delivers.
  if (deliverable) return lack && `Only on ${deliveredBy.join(', ')}. ${lack}`;
  const silent = neverConnected.length > 0 ? `${neverConnected.join(', ')}: never connected.` : '';
  return [lack, silent].filter(Boolean).join(' ') || 'No game server delivers it.';
}

function setEnabled(id: string, enabled: boolean) {
  const input = { params: { id }, body: { enabled } };
  return change('shop', 'PATCH /api/admin/shop/items/{id}/enabled', input);
}

function RowActions({ item: { id, name, enabled } }: { item: ManagedItem }) {
  return (
    <span className={styles.tools}>
      <ActionSwitch
        label={`${name} is in the store`}
        checked={enabled}
        action={(next) => ({
          call: () => setEnabled(id, next),
          undo: () => setEnabled(id, enabled),
          done: `${name} is ${next ? 'in the store' : 'hidden'}.`,
        })}
      />
      <IconLink to="/admin/shop" search={{ edit: id }} icon="pencil" label={`Edit ${name}`} />
      <IconLink to="/admin/shop" search={{ copy: id }} icon="copy" label={`Duplicate ${name}`} />
      <ActionIcon
        label={`Delete ${name}`}
        action={{
          name: 'Delete',
          ask: `Delete ${name}? This cannot be undone. Its purchases stay in the logs.`,
          danger: true,
          call: () => change('shop', 'DELETE /api/admin/shop/items/{id}', { params: { id } }),
          done: `${name} was deleted.`,
        }}
      />
    </span>
  );
}
