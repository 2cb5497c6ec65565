import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';
import { RollingNumber } from '#client/ui/text/rolling-number.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { GameEvent } from '#shared/endpoints/events.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import { initialsOf, toneOf } from './initials.ts';

import tones from '#client/ui/tones.module.css';
import styles from './attendees.module.css';

const maxFaces = 5;

export function Attendees({ event }: { event: GameEvent }) {
  const { going, interested } = event;
  const counts = (
    <span className={styles.counts}>
      <span className={styles.count}>
        <RollingNumber value={interested.length} /> Interested
      </span>
      <span className={styles.count}>
        <RollingNumber value={going.length} /> Going
      </span>
    </span>
  );
  if (going.length + interested.length === 0) return <div className={styles.line}>{counts}</div>;
  return (
    <details className={styles.details}>
      <summary className={styles.line}>
        <Faces names={going} />
        {counts}
        <span className={styles.who}>
          <span className={styles.whoText}>Who is going</span>
          <Icon name="chevron-down" className={styles.chevron} />
        </span>
      </summary>
      <Names label="Going" names={going} event={event} />
      <Names label="Interested" names={interested} event={event} />
    </details>
  );
}

/** Decorative: the same names are in the list. */
function Faces({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return (
    <span className={styles.faces} aria-hidden="true">
      {names.slice(0, maxFaces).map((name) => (
        <Face key={name} name={name} />
      ))}
    </span>
  );
}

function Face({ name }: { name: string }) {
  return (
    <span className={classNames(styles.face, tones[toneOf(name)])} title={formatUsername(name)}>
      {initialsOf(name)}
    </span>
  );
}

type NamesProps = { label: string; names: string[]; event: GameEvent };

function Names({ label, names, event: { modes, supporters } }: NamesProps) {
  if (names.length === 0) return null;
  return (
    <Stack gap={2} className={styles.names}>
      <Text as="h3" size="sm" tone="muted" strong>
        {label}
      </Text>
      <Row as="ul" gap={2} className={styles.list} aria-label={label}>
        {names.map((name) => (
          <li key={name}>
            <PlayerName
              name={formatUsername(name)}
              mode={modes?.[name]}
              supporter={supporters?.[name]}
            />
          </li>
        ))}
      </Row>
    </Stack>
  );
}
