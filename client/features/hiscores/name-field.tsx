import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Ref } from 'react';

import { useCombobox } from '#client/ui/form/combobox.ts';
import { Suggestions } from '#client/ui/form/suggestions.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import type { HiscoresSuggestion } from '#shared/endpoints/hiscores.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { suggestionsQuery } from './hiscores.queries.ts';

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
  const combobox = useCombobox({
    choices: names,
    firstActive: -1,
    onChoose: ({ username }) => {
      onChange(username);
      close();
      onChoose?.(username);
    },
  });

  const { restart, fieldProps } = combobox;

  function close() {
    setIsOpen(false);
    restart();
  }

  return (
    <Suggestions
      above
      label="Players"
      combobox={combobox}
      options={names.map(({ username, mode, totalLevel }) => ({
        name: username,
        mode,
        detail: totalLevel.toLocaleString('en'),
      }))}
    >
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
    </Suggestions>
  );
}

function useSuggestedNames(text: string, isOpen: boolean): HiscoresSuggestion[] {
  const deferred = useDeferredValue(text);
  const wanted = isOpen && toUsernameKey(deferred) !== '';
  const { data } = useQuery({ ...suggestionsQuery(deferred), enabled: wanted });
  return wanted && data ? data.slice(0, 5) : [];
}
