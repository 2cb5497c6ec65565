import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Ref } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { useCombobox } from '#client/ui/combobox.ts';
import { TextField } from '#client/ui/text-field.tsx';
import type { HiscoresSuggestion } from '#shared/hiscores.ts';
import { toUsernameKey } from '#shared/usernames.ts';

import { suggestionsQuery } from './hiscores.queries.ts';

import styles from './name-field.module.css';

type Props = {
  ref?: Ref<HTMLInputElement> | undefined;
  label: string;
  placeholder: string;
  /** Query parameter of the native form, before the app runs. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  onChoose?: (name: string) => void;
};

/** Suggests names: arrows move, Enter selects, Escape closes. */
export function NameField({ ref, label, placeholder, name, value, onChange, onChoose }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const names = useSuggestedNames(value, isOpen);
  const { activeIndex, restart, fieldProps, listProps, optionProps } = useCombobox({
    choices: names,
    firstActive: -1,
    onChoose: ({ username }) => {
      onChange(username);
      close();
      onChoose?.(username);
    },
  });

  function close() {
    setIsOpen(false);
    restart();
  }

  return (
    <div className={styles.holder}>
      <TextField
        {...fieldProps}
        ref={ref}
        label={label}
        hideLabel
        placeholder={placeholder}
        name={name}
        value={value}
        maxLength={40}
        enterKeyHint="search"
        onChange={(event) => {
          onChange(event.target.value);
          setIsOpen(true);
          restart();
        }}
        onKeyDown={(event) => {
          fieldProps.onKeyDown(event);
          if (event.key !== 'Escape' || names.length === 0) return;
          event.preventDefault();
          close();
        }}
        onBlur={close}
      />
      <ul {...listProps} aria-label="Players" hidden={names.length === 0} className={styles.list}>
        {names.map((player, at) => (
          <li
            key={player.username}
            {...optionProps(at)}
            className={classNames(styles.option, at === activeIndex && styles.active)}
          >
            <span>{player.username}</span>
            <span className={styles.level}>{player.totalLevel.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useSuggestedNames(text: string, isOpen: boolean): HiscoresSuggestion[] {
  const deferred = useDeferredValue(text);
  const wanted = isOpen && toUsernameKey(deferred) !== '';
  const { data } = useQuery({ ...suggestionsQuery(deferred), enabled: wanted });
  return wanted && data ? data.slice(0, 5) : [];
}
