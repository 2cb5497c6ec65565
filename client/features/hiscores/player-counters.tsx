import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { Button } from '#client/ui/form/button.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Hint, Text } from '#client/ui/text/text.tsx';
import type { HiscoresRecord, PlayerGains } from '#shared/endpoints/hiscores.ts';
import { formatNumber } from '#shared/rules/format-count.ts';

import { formatCompact } from './format-compact.ts';
import { ListMark, placeOf } from './lists.tsx';
import { findGain } from './use-skill-rows.ts';

import styles from './stat-tiles.module.css';

type Props = { player: HiscoresRecord; gains: PlayerGains | undefined };
type Count = NonNullable<HiscoresRecord['counters']>[number];

/** Shown at first. More of them need a search field. */
const few = 12;

/** The counts of the player, by group. Nothing if the site has no counters. */
export function PlayerCounters({ player, gains }: Props) {
  const counters = player.counters ?? [];
  const [text, setText] = useState('');
  const [isAll, setIsAll] = useState(false);
  const counted = counters.filter(({ score }) => score > 0);
  const wanted = text.trim().toLowerCase();
  const shown =
    isAll || wanted
      ? counted.filter(({ name }) => name.toLowerCase().includes(wanted))
      : counted.slice(0, few);
  if (counters.length === 0) return null;
  return (
    <Panel
      heading="Activities"
      icon="boss"
      actions={
        counted.length > few && (
          <TextField
            label="Find an activity"
            hideLabel
            type="search"
            icon="search"
            placeholder="Find an activity"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )
      }
    >
      <Stack gap={5}>
        {[...new Set(shown.map(({ group }) => group))].map((group) => (
          <section key={group}>
            <Text as="h3" size="sm" tone="soft" strong>
              {group}
            </Text>
            <ul className={styles.tiles}>
              {shown
                .filter((count) => count.group === group)
                .map((count) => (
                  <CountTile key={count.name} count={count} gain={findGain(gains, count.name)} />
                ))}
            </ul>
          </section>
        ))}
        {counted.length > few && !wanted && (
          <Button block aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
            {isAll ? 'Show Less' : `Show All ${counted.length}`}
          </Button>
        )}
        {shown.length === 0 && (
          <Hint>{counted.length === 0 ? 'Nothing counted yet.' : 'No activity by that name.'}</Hint>
        )}
      </Stack>
    </Panel>
  );
}

function CountTile({ count: { name, score, rank }, gain }: { count: Count; gain: number }) {
  return (
    <li>
      <Link to="/hiscores" search={{ skill: name, ...placeOf(rank) }} className={styles.tile}>
        <ListMark list={name} className={styles.icon} />
        <span className={styles.name}>{name}</span>
        <span className={styles.level}>{formatNumber(score)}</span>
        <Text as="span" size="sm" tone="muted" className={styles.second}>
          {rank === null ? 'Not ranked' : `Rank ${formatNumber(rank)}`}
        </Text>
        {gain > 0 && (
          <span className={styles.gain} title="This week">
            +{formatCompact(gain)}
          </span>
        )}
      </Link>
    </li>
  );
}
