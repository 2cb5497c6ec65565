import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { onlyThis } from '#client/ui/layout/scroll-strip.tsx';
import { Text } from '#client/ui/text/text.tsx';

import { ListMark, ListOptions, useListGroups, useListSearch } from './lists.tsx';

import styles from './skill-menu.module.css';

/** `chosen` is undefined while a player or a comparison is open. */
type Props = { chosen: string | undefined };
type LinkProps = Props & { lists: string[] };

export function SkillMenu({ chosen }: Props) {
  const [skills, ...groups] = useListGroups();
  return (
    <>
      <Panel pad="sm" className={styles.side}>
        <nav aria-label="Skills">
          {groups.length === 0 ? (
            <ListLinks chosen={chosen} lists={skills?.lists ?? []} />
          ) : (
            <GroupedLists chosen={chosen} />
          )}
        </nav>
      </Panel>
      <SkillDropdown chosen={chosen} />
    </>
  );
}

/** With counters there may be more than fit on a screen: groups can be closed, and names can be searched. */
function GroupedLists({ chosen }: Props) {
  const groups = useListGroups();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = groups
    .flatMap(({ lists }) => lists)
    .filter((list) => list.toLowerCase().includes(wanted));
  return (
    <>
      <TextField
        label="Find a list"
        hideLabel
        type="search"
        icon="search"
        placeholder="Find a list"
        className={styles.find}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {wanted === '' ? (
        groups.map(({ name, lists }, at) => (
          <details
            key={name}
            className={styles.group}
            // Only the initial state: React leaves it alone while the value does not change.
            open={at === 0 || (chosen !== undefined && lists.includes(chosen))}
          >
            <summary>{name}</summary>
            <ListLinks chosen={chosen} lists={lists} />
          </details>
        ))
      ) : found.length > 0 ? (
        <ListLinks chosen={chosen} lists={found} />
      ) : (
        <Text as="output" tone="muted" className={styles.none}>
          No list by that name.
        </Text>
      )}
    </>
  );
}

function ListLinks({ chosen, lists }: LinkProps) {
  const { mode } = useListSearch();
  return (
    <ul className="sans">
      {lists.map((list) => (
        <li key={list}>
          <Link
            ref={list === chosen ? showInMenu : undefined}
            to="/hiscores"
            search={{ skill: list, mode }}
            className={classNames(styles.skill, list === chosen && styles.chosen)}
            aria-current={list === chosen ? 'page' : undefined}
            activeOptions={onlyThis}
          >
            <ListMark list={list} className={styles.icon} />
            {list}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Only the menu scrolls: scrollIntoView would move the page too. */
function showInMenu(link: HTMLAnchorElement | null): void {
  const menu = link?.offsetParent;
  if (!link || !menu) return;
  const above = link.offsetTop - menu.scrollTop;
  if (above < 0 || above + link.offsetHeight > menu.clientHeight) {
    menu.scrollTop += above - menu.clientHeight / 2;
  }
}

function SkillDropdown({ chosen }: Props) {
  const navigate = useNavigate();
  const { mode } = useListSearch();
  return (
    <div className={styles.dropdown}>
      {chosen && <ListMark list={chosen} size="md" className={styles.lead} />}
      <SelectField
        label="Skill"
        hideLabel
        className={styles.field}
        value={chosen ?? ''}
        onChange={(event) => {
          void navigate({ to: '/hiscores', search: { skill: event.target.value, mode } });
        }}
      >
        {!chosen && (
          <option value="" disabled>
            Choose a skill
          </option>
        )}
        <ListOptions />
      </SelectField>
    </div>
  );
}
