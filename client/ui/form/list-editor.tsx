import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';

import { moveItem } from '#client/lib/move-item.ts';
import { Button } from '#client/ui/form/button.tsx';
import { LineButtons } from '#client/ui/form/line-buttons.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Hint, Text } from '#client/ui/text/text.tsx';

import styles from './list-editor.module.css';

type Props<Item> = {
  items: readonly Item[];
  max: number;
  /** E.g. `card`: names the entries and their buttons. */
  noun: string;
  addLabel: string;
  create: () => Item;
  onChange: (items: Item[]) => void;
  children: (item: Item, at: number, change: (change: Partial<Item>) => void) => ReactNode;
};

let lastKey = 0;
const newKey = () => (lastKey += 1);

/** Entries of several fields, which can be added, moved and removed. */
export function ListEditor<Item extends object>({
  items,
  max,
  noun,
  addLabel,
  create,
  onChange,
  children,
}: Props<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  // An entry keeps its key when it moves, and with it a running upload.
  const [keys, setKeys] = useState(() => items.map(newKey));

  function change(nextItems: Item[], nextKeys: number[]) {
    flushSync(() => {
      onChange(nextItems);
      setKeys(nextKeys);
    });
  }

  function add() {
    change([...items, create()], [...keys, newKey()]);
    list.current?.lastElementChild?.querySelector<HTMLElement>('input:not([type=file])')?.focus();
  }

  return (
    <Stack gap={3}>
      {items.length > 0 && (
        <Stack as="ol" gap={3} ref={list}>
          {items.map((item, at) => (
            <Stack as="li" gap={3} key={keys[at]} className={styles.entry}>
              <Row spread>
                <Text as="span" size="md" tone="gold" strong>
                  {noun} {at + 1}
                </Text>
                <LineButtons
                  name={`${noun.toLowerCase()} ${at + 1}`}
                  isFirst={at === 0}
                  isLast={at === items.length - 1}
                  onMove={(by) => change(moveItem(items, at, by), moveItem(keys, at, by))}
                  onRemove={() => {
                    change(items.toSpliced(at, 1), keys.toSpliced(at, 1));
                    adder.current?.focus();
                  }}
                />
              </Row>
              {children(item, at, (changed) => onChange(items.with(at, { ...item, ...changed })))}
            </Stack>
          ))}
        </Stack>
      )}
      <Row>
        <Button ref={adder} size="sm" icon="plus" disabled={items.length >= max} onClick={add}>
          {addLabel}
        </Button>
        {items.length >= max && <Hint>At most {max}.</Hint>}
      </Row>
    </Stack>
  );
}
