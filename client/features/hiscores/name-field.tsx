// An ARIA combobox, because no native element shows suggestions from the server.
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import type { KeyboardEvent } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { TextField } from '#client/ui/text-field.tsx';
import type { HiscoresSuggestion } from '#shared/hiscores.ts';
import { toUsernameKey } from '#shared/usernames.ts';

import { suggestionsQuery } from './hiscores.queries.ts';

import styles from './name-field.module.css';

type Props = {
  label: string;
  placeholder: string;
  /** Query parameter of the native form, before the app runs. */
  name?: string;
  value: string;
  onChange: (value: string) => void;
  onChoose?: (name: string) => void;
};

/** Suggests names: arrows move, Enter selects, Escape closes. */
export function NameField({ label, placeholder, name, value, onChange, onChoose }: Props) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const names = useSuggestedNames(value, isOpen);
  const isShown = isOpen && names.length > 0;
  const current = isShown ? names[active] : undefined;

  function close() {
    setIsOpen(false);
    setActive(-1);
  }

  function choose(name: string) {
    onChange(name);
    close();
    onChoose?.(name);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isShown) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // The position before the first and after the last suggestion is the typed text.
      setActive(((active + 1 + step + names.length + 1) % (names.length + 1)) - 1);
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      choose(current.username);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  }

  return (
    <div className={styles.holder}>
      <TextField
        label={label}
        hideLabel
        placeholder={placeholder}
        name={name}
        value={value}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={current ? `${listId}-${active}` : undefined}
        onChange={(event) => {
          onChange(event.target.value);
          setIsOpen(true);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <ul id={listId} role="listbox" aria-label="Players" hidden={!isShown} className={styles.list}>
        {names.map((player, at) => (
          <Suggestion
            key={player.username}
            id={`${listId}-${at}`}
            player={player}
            isActive={at === active}
            onChoose={() => choose(player.username)}
          />
        ))}
      </ul>
    </div>
  );
}

type SuggestionProps = {
  id: string;
  player: HiscoresSuggestion;
  isActive: boolean;
  onChoose: () => void;
};

function Suggestion({ id, player, isActive, onChoose }: SuggestionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and handles the keys
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      className={classNames(styles.option, isActive && styles.active)}
      // Keep the focus in the field: blur would close the list before the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span>{player.username}</span>
      <span className={styles.level}>{player.totalLevel.toLocaleString('en')}</span>
    </li>
  );
}

function useSuggestedNames(text: string, isOpen: boolean): HiscoresSuggestion[] {
  const deferred = useDeferredValue(text);
  const wanted = isOpen && toUsernameKey(deferred) !== '';
  const { data } = useQuery({ ...suggestionsQuery(deferred), enabled: wanted });
  return wanted && data ? data.slice(0, 5) : [];
}
