import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { useCombobox } from '#client/ui/combobox.ts';
import { TextField } from '#client/ui/text-field.tsx';
import type { GameItem } from '#shared/game-servers.ts';

import { deliverersQuery, gameItemsQuery } from './admin-shop.queries.ts';

import styles from './item-finder.module.css';

type Props = { onChoose: (item: GameItem) => void };

/** Finds the id of an item by its name, if a game has reported names. */
export function ItemFinder({ onChoose }: Props) {
  const { data: servers } = useQuery(deliverersQuery(undefined));
  const [text, setText] = useState('');
  const items = useFoundItems(text);
  const { activeIndex, restart, fieldProps, listProps, optionProps } = useCombobox({
    choices: items,
    firstActive: 0,
    onChoose: (item) => {
      onChoose(item);
      close();
    },
  });

  function close() {
    setText('');
    restart();
  }

  if (!servers?.some(({ hasNames }) => hasNames)) return null;
  return (
    <div className={styles.holder}>
      <TextField
        {...fieldProps}
        label="Find an item of the game"
        hint="By name or id. Choosing one fills in its id."
        value={text}
        maxLength={100}
        onChange={(event) => {
          setText(event.target.value);
          restart();
        }}
        onKeyDown={(event) => {
          fieldProps.onKeyDown(event);
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          close();
        }}
        onBlur={close}
      />
      <ul {...listProps} aria-label="Items" hidden={items.length === 0} className={styles.list}>
        {items.map((item, at) => (
          <li
            key={`${item.id} ${item.name}`}
            {...optionProps(at)}
            className={classNames(styles.option, at === activeIndex && styles.active)}
          >
            <span>{item.name}</span>
            <span className={styles.detail}>
              {item.id}
              {servers.length > 1 && `, ${item.servers.join(', ')}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useFoundItems(text: string): GameItem[] {
  const deferred = useDeferredValue(text.trim());
  const isWanted = text.trim() !== '' && deferred !== '';
  const { data } = useQuery({ ...gameItemsQuery(deferred), enabled: isWanted });
  return isWanted && data ? data : [];
}
