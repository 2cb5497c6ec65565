import { useQuery } from '@tanstack/react-query';
import { linkOptions, useLocation } from '@tanstack/react-router';
import type { NavigateOptions } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';

import { allScreens, settingScreens, useAllowed } from '#client/app/navigation.ts';
import type { AdminScreen } from '#client/app/navigation.ts';
import { paletteQuery } from '#client/features/admin/admin.queries.ts';
import { siteGroups } from '#client/features/site/site-groups.ts';
import { useMay } from '#client/lib/use-may.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import type { SearchResult } from '#shared/endpoints/admin-search.ts';

import { parseCommand, verbs } from './commands.ts';
import type { Command, VerbName } from './commands.ts';
import { PaletteDialog } from './palette-dialog.tsx';
import type { Choice } from './palette-dialog.tsx';
import { keepMatching, useSiteChoices } from './site-choices.ts';
import { describeWait, useCommands } from './use-commands.tsx';

type Kind = { group: string; icon: IconName; link: (id: string) => NavigateOptions };

const kinds: Record<SearchResult['kind'], Kind> = {
  player: {
    group: 'Manage players',
    icon: 'shield',
    link: (username) => linkOptions({ to: '/admin/manage/$username', params: { username } }),
  },
  post: {
    group: 'Edit posts',
    icon: 'pencil',
    link: (id) => linkOptions({ to: '/admin/news/edit/$id', params: { id } }),
  },
  poll: {
    group: 'Manage polls',
    icon: 'poll',
    link: (id) => linkOptions({ to: '/admin/polls', search: { poll: id } }),
  },
  item: {
    group: 'Edit items',
    icon: 'pencil',
    link: (id) => linkOptions({ to: '/admin/shop', search: { edit: id } }),
  },
  purchase: {
    group: 'Purchases',
    icon: 'scroll',
    link: (id) => linkOptions({ to: '/admin/shop-logs', search: { id } }),
  },
  order: {
    group: 'Top-ups',
    icon: 'coin',
    link: (id) => linkOptions({ to: '/admin/shop-logs', search: { view: 'top-ups', id } }),
  },
};

/** The search of the site, with the screens of the admin area, what they manage, and commands such as "ban wicker". */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const { execute, sheet } = useCommands(onClose);
  const site = useSiteChoices(text);
  const staff = useStaffChoices(text);
  const commands = useCommandChoices(text, execute);
  const hints = useHints(text, setText);
  const isAdminArea = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin') });
  if (sheet) return sheet;
  const isEmpty = text.trim() === '';
  const sources = isAdminArea
    ? [staff.choices, isEmpty ? [] : site.choices]
    : [site.choices, staff.choices];
  return (
    <PaletteDialog
      label="Search"
      purpose="Search, or type a command"
      text={text}
      onText={setText}
      onClose={onClose}
      choices={
        isEmpty ? [...sources.flat(), ...hints] : [...commands.choices, ...hints, ...sources.flat()]
      }
      isSearching={site.isSearching || staff.isSearching || commands.isSearching}
      problem={site.problem}
    />
  );
}

function useStaffChoices(text: string): { choices: Choice[]; isSearching: boolean } {
  const searched = useDeferredValue(text.trim());
  const query = useQuery({ ...paletteQuery(searched), enabled: searched !== '' });
  const isCurrent = searched === text.trim() && !query.isPlaceholderData;
  const key = text.trim().toLowerCase();
  const isAdmin = useMay()();
  const all = [...useAllowed(allScreens), ...(isAdmin && key !== '' ? settingScreens : [])];
  const screens = all.filter(({ label }) => label.toLowerCase().includes(key));
  const results = searched === '' || key === '' ? [] : (query.data?.results ?? []);
  const found = keepMatching(results, key, isCurrent);
  return {
    choices: [...found.map(toResultChoice), ...screens.map(toScreenChoice)],
    isSearching: query.isFetching || searched !== text.trim(),
  };
}

function toResultChoice({ kind, id, label, detail }: SearchResult): Choice {
  const { group, icon, link } = kinds[kind];
  return { key: `${kind} ${id}`, group, icon, label, detail, open: link(id) };
}

function toScreenChoice({ to, label, icon, siteGroup }: AdminScreen): Choice {
  const screen = { key: to + label, icon, label };
  if (!siteGroup) return { ...screen, group: 'Screens', detail: '', open: { to } };
  const detail = `Server, Site, ${siteGroups[siteGroup]}`;
  const link = linkOptions({ to: '/admin/server', search: { view: 'site' }, hash: siteGroup });
  return { ...screen, group: 'Settings', detail, open: link };
}

type Execute = ReturnType<typeof useCommands>['execute'];

/** A typed command, for each player, purchase or top-up that it may be about. */
function useCommandChoices(text: string, execute: Execute) {
  const words = useWords();
  const mayUse = useMayUse();
  const parsed = parseCommand(text);
  const command = parsed && mayUse(parsed.verb) ? parsed : undefined;
  const typed = command && 'about' in command ? command.about : '';
  const about = useDeferredValue(typed);
  const query = useQuery({ ...paletteQuery(about), enabled: about !== '' });
  const isCurrent = about === typed && !query.isPlaceholderData;
  if (!command) return { choices: [], isSearching: false };
  const toChoice = (label: string, detail = '', target?: SearchResult): Choice => ({
    key: `command ${target?.id}`,
    group: 'Commands',
    icon: verbs[command.verb].icon,
    label,
    detail,
    open: () => execute(command, target),
  });
  if (!('about' in command)) return { choices: [toChoice(describe(command))], isSearching: false };
  const wanted = command.verb === 'refund' ? ['purchase', 'order'] : ['player'];
  const targets = keepMatching(query.data?.results ?? [], typed, isCurrent)
    .filter(({ kind }) => wanted.includes(kind))
    .slice(0, 3);
  const coins = 'amount' in command ? formatCoins(command.amount, words) : '';
  const name = command.verb.charAt(0).toUpperCase() + command.verb.slice(1);
  const start = coins && ` ${coins} ${command.verb === 'give' ? 'to' : 'from'}`;
  return {
    choices: targets.map((one) => toChoice(`${name}${start} ${one.label}`, one.detail, one)),
    isSearching: query.isFetching,
  };
}

function describe(command: Extract<Command, { verb: 'restart' | 'broadcast' }>): string {
  return command.verb === 'restart'
    ? `Restart the game ${describeWait(command.seconds)}`
    : `Broadcast “${command.message}”`;
}

/** The commands that the user may give and whose beginning is typed. Choosing one completes the text. */
function useHints(text: string, onText: (text: string) => void): Choice[] {
  const mayUse = useMayUse();
  const key = text.trimStart().toLowerCase();
  return (Object.keys(verbs) as VerbName[])
    .filter((name) => mayUse(name) && `${name} `.startsWith(key))
    .map((name) => {
      const { label, icon, example: detail } = verbs[name];
      const open = () => onText(`${name} `);
      return { key: `hint ${name}`, group: 'Commands', icon, label, detail, open };
    });
}

function useMayUse(): (verb: VerbName) => boolean {
  const may = useMay();
  return (verb) => may(...(verbs[verb].endpoint.permissions ?? []));
}
