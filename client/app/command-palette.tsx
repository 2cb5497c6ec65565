import { useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import type { NavigateOptions } from '@tanstack/react-router';
import { Fragment, useDeferredValue, useRef, useState } from 'react';

import { allScreens, settingScreens, useAllowed } from '#client/app/navigation.ts';
import type { AdminScreen } from '#client/app/navigation.ts';
import { paletteQuery } from '#client/features/admin/admin.queries.ts';
import { siteGroups } from '#client/features/site/site-groups.ts';
import { useMay } from '#client/lib/use-may.ts';
import { classNames } from '#client/ui/class-names.ts';
import { useCombobox } from '#client/ui/form/combobox.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Modal } from '#client/ui/overlay/modal.tsx';
import { Kbd } from '#client/ui/text/kbd.tsx';
import type { SearchResult } from '#shared/endpoints/admin-search.ts';

import styles from './command-palette.module.css';

type Choice = {
  key: string;
  group: string;
  icon: IconName;
  label: string;
  detail: string;
  link: NavigateOptions;
};

type Kind = { group: string; icon: IconName; link: (id: string) => NavigateOptions };

const kinds: Record<SearchResult['kind'], Kind> = {
  player: {
    group: 'Players',
    icon: 'user',
    link: (username) => linkOptions({ to: '/admin/manage/$username', params: { username } }),
  },
  post: {
    group: 'News',
    icon: 'news',
    link: (id) => linkOptions({ to: '/admin/news/edit/$id', params: { id } }),
  },
  poll: {
    group: 'Polls',
    icon: 'poll',
    link: (id) => linkOptions({ to: '/admin/polls', search: { poll: id } }),
  },
  item: {
    group: 'Shop',
    icon: 'cart',
    link: (id) => linkOptions({ to: '/admin/shop', search: { edit: id } }),
  },
};

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { choices, isSearching } = useChoices(text);
  const go = useJump(onClose);
  const { activeIndex, activate, restart, fieldProps, listProps, optionProps } = useCombobox({
    choices,
    firstActive: 0,
    onChoose: go,
  });
  return (
    <Modal className={styles.palette} aria-label="Jump to" initialFocus={field} onClose={onClose}>
      <div className={styles.head}>
        <Icon name="search" size="md" className={styles.lens} />
        <input
          {...fieldProps}
          ref={field}
          aria-label="Player, post, poll, item or screen"
          placeholder="Player, post, poll, item or screen"
          maxLength={254}
          value={text}
          className={styles.field}
          onChange={(event) => {
            setText(event.target.value);
            restart();
          }}
        />
        <Kbd>Esc</Kbd>
      </div>
      <ul {...listProps} aria-label="Results" className={styles.list}>
        {choices.map((choice, place) => (
          <Fragment key={choice.key}>
            {choice.group !== choices[place - 1]?.group && (
              <li role="presentation" className={styles.group}>
                {choice.group}
              </li>
            )}
            <li
              {...optionProps(place)}
              className={classNames(styles.option, place === activeIndex && styles.active)}
              onPointerMove={place === activeIndex ? undefined : () => activate(place)}
            >
              <Icon name={choice.icon} size="md" className={styles.icon} />
              <span className={styles.label}>{choice.label}</span>
              <span className={styles.detail}>{choice.detail}</span>
            </li>
          </Fragment>
        ))}
      </ul>
      <output className={styles.note}>
        {choices.length === 0 && (isSearching ? 'Searching…' : `No results for “${text.trim()}”.`)}
      </output>
    </Modal>
  );
}

function useChoices(text: string): { choices: Choice[]; isSearching: boolean } {
  const searched = useDeferredValue(text.trim());
  const { data, isFetching } = useQuery({ ...paletteQuery(searched), enabled: searched !== '' });
  const key = text.trim().toLowerCase();
  const isAdmin = useMay()();
  const all = [...useAllowed(allScreens), ...(isAdmin && key !== '' ? settingScreens : [])];
  const screens = all.filter(({ label }) => label.toLowerCase().includes(key));
  const found = searched === '' ? [] : (data?.results ?? []);
  return {
    choices: [...found.map(toResultChoice), ...screens.map(toScreenChoice)],
    isSearching: isFetching || searched !== text.trim(),
  };
}

function toResultChoice({ kind, id, label, detail }: SearchResult): Choice {
  return { key: `${kind} ${id}`, ...kinds[kind], label, detail, link: kinds[kind].link(id) };
}

function toScreenChoice({ to, label, icon, siteGroup }: AdminScreen): Choice {
  const screen = { key: to + label, icon, label };
  if (!siteGroup) return { ...screen, group: 'Screens', detail: '', link: { to } };
  const detail = `Server, Site, ${siteGroups[siteGroup]}`;
  const link = linkOptions({ to: '/admin/server', search: { view: 'site' }, hash: siteGroup });
  return { ...screen, group: 'Settings', detail, link };
}

function useJump(onClose: () => void): (choice: Choice) => void {
  const navigate = useNavigate();
  return ({ link }) => {
    onClose();
    void navigate(link);
  };
}
