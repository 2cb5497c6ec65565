import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';

import { useCombobox } from '#client/ui/form/combobox.ts';
import { Suggestions } from '#client/ui/form/suggestions.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import type { GameItem } from '#shared/endpoints/game-servers.ts';

import { deliverersQuery, gameItemsQuery } from './admin-shop.queries.ts';

type Props = { onChoose: (item: GameItem) => void };

export function ItemFinder({ onChoose }: Props) {
  const { data: servers } = useQuery(deliverersQuery(undefined));
  const [text, setText] = useState('');
  const items = useFoundItems(text);
  const combobox = useCombobox({
    choices: items,
    firstActive: 0,
    onChoose: (item) => {
      onChoose(item);
      close();
    },
  });

  const { restart, fieldProps } = combobox;

  function close() {
    setText('');
    restart();
  }

  if (!servers?.some(({ hasNames }) => hasNames)) return null;
  return (
    <Suggestions
      label="Items"
      combobox={combobox}
      options={items.map(({ id, name, servers: games }) => ({
        name,
        detail: servers.length > 1 ? `${id}, ${games.join(', ')}` : String(id),
      }))}
    >
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
    </Suggestions>
  );
}

function useFoundItems(text: string): GameItem[] {
  const deferred = useDeferredValue(text.trim());
  const isWanted = text.trim() !== '' && deferred !== '';
  const { data } = useQuery({ ...gameItemsQuery(deferred), enabled: isWanted });
  return isWanted && data ? data : [];
}
