// A combobox as in the ARIA authoring practices: no native element can list results from the server.
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';

import { allScreens } from '#client/app/admin-screens.ts';
import type { AdminScreen } from '#client/app/admin-screens.ts';
import { paletteQuery } from '#client/features/admin/admin.queries.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Modal } from '#client/ui/dialog.tsx';
import type { IconName } from '#client/ui/icon-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Kbd } from '#client/ui/kbd.tsx';
import type { SearchResult } from '#shared/admin-search.ts';

import styles from './command-palette.module.css';

type Choice = { key: string; group: string; icon: IconName; label: string; detail: string } & (
  | { screen: AdminScreen; result?: undefined }
  | { result: SearchResult; screen?: undefined }
);

const kindLooks: Record<SearchResult['kind'], { group: string; icon: IconName }> = {
  player: { group: 'Players', icon: 'user' },
  post: { group: 'News', icon: 'news' },
  poll: { group: 'Polls', icon: 'poll' },
  item: { group: 'Shop', icon: 'cart' },
};

/** Jumps to a player, post, poll, item or screen, by keyboard alone if wanted. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { choices, isSearching } = useChoices(text);
  const go = useJump(onClose);
  const at = Math.min(active, choices.length - 1);

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    const current = choices[at];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      const next = step(at, choices.length);
      setActive(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      go(current);
    }
  }

  return (
    <Modal className={styles.palette} aria-label="Jump to" initialFocus={field} onClose={onClose}>
      <div className={styles.head}>
        <Icon name="search" size="md" className={styles.lens} />
        <input
          ref={field}
          role="combobox"
          aria-label="Player, post, poll, item or screen"
          aria-autocomplete="list"
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-activedescendant={choices.length > 0 ? `${listId}-${at}` : undefined}
          placeholder="Player, post, poll, item or screen"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={text}
          className={styles.field}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd>Esc</Kbd>
      </div>
      <ul id={listId} role="listbox" aria-label="Results" className={styles.list}>
        {choices.map((choice, place) => (
          <Option
            key={choice.key}
            id={`${listId}-${place}`}
            choice={choice}
            isFirst={choice.group !== choices[place - 1]?.group}
            isActive={place === at}
            onPoint={() => setActive(place)}
            onChoose={() => go(choice)}
          />
        ))}
      </ul>
      <p className={styles.note} role="status">
        {choices.length === 0 && (isSearching ? 'Searching…' : `No results for “${text.trim()}”.`)}
      </p>
    </Modal>
  );
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

type OptionProps = {
  id: string;
  choice: Choice;
  isFirst: boolean;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Option({ id, choice, isFirst, isActive, onPoint, onChoose }: OptionProps) {
  return (
    <>
      {isFirst && (
        <li role="presentation" className={styles.group}>
          {choice.group}
        </li>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and the keys */}
      <li
        id={id}
        role="option"
        aria-selected={isActive}
        className={classNames(styles.option, isActive && styles.active)}
        onPointerMove={isActive ? undefined : onPoint}
        // Keeps the focus in the field while the click is handled.
        onPointerDown={(event) => event.preventDefault()}
        onClick={onChoose}
      >
        <Icon name={choice.icon} size="md" className={styles.icon} />
        <span className={styles.label}>{choice.label}</span>
        <span className={styles.detail}>{choice.detail}</span>
      </li>
    </>
  );
}

function useChoices(text: string): { choices: Choice[]; isSearching: boolean } {
  const searched = useDeferredValue(text.trim());
  const { data, isFetching } = useQuery({ ...paletteQuery(searched), enabled: searched !== '' });
  const key = text.trim().toLowerCase();
  const screens = allScreens.filter(({ label }) => label.toLowerCase().includes(key));
  const found = searched === '' ? [] : (data?.results ?? []);
  return {
    choices: [...found.map(toResultChoice), ...screens.map(toScreenChoice)],
    isSearching: isFetching || searched !== text.trim(),
  };
}

function toResultChoice(result: SearchResult): Choice {
  const { kind, id, label, detail } = result;
  return { key: `${kind} ${id}`, ...kindLooks[kind], label, detail, result };
}

function toScreenChoice(screen: AdminScreen): Choice {
  const { to, label, icon } = screen;
  return { key: to, group: 'Screens', icon, label, detail: '', screen };
}

function useJump(onClose: () => void): (choice: Choice) => void {
  const navigate = useNavigate();
  return ({ result, screen }) => {
    onClose();
    if (screen) void navigate({ to: screen.to });
    else if (result?.kind === 'player') {
      void navigate({ to: '/admin/manage/$username', params: { username: result.id } });
    } else if (result?.kind === 'post') {
      void navigate({ to: '/admin/news/edit/$id', params: { id: result.id } });
    } else if (result?.kind === 'poll') {
      void navigate({ to: '/admin/polls', search: { poll: Number(result.id) } });
    } else if (result) void navigate({ to: '/admin/shop', search: { edit: Number(result.id) } });
  };
}
