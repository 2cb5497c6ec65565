import { Icon } from '#client/ui/icon.tsx';
import { RollingNumber } from '#client/ui/rolling-number.tsx';
import type { GameEvent } from '#shared/events.ts';
import { formatUsername } from '#shared/usernames.ts';

import styles from './attendance-counts.module.css';

export function AttendanceCounts({ event }: { event: GameEvent }) {
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
        {counts}
        <span className={styles.who}>
          Who is going
          <Icon name="chevron-down" className={styles.chevron} />
        </span>
      </summary>
      <Names label="Going" names={going} />
      <Names label="Interested" names={interested} />
    </details>
  );
}

function Names({ label, names }: { label: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <div className={styles.names}>
      <h3 className={styles.label}>{label}</h3>
      <ul className={styles.list} aria-label={label}>
        {names.map((name) => (
          <li key={name}>{formatUsername(name)}</li>
        ))}
      </ul>
    </div>
  );
}
