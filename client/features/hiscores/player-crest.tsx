import { Medal } from '#client/ui/text/medal.tsx';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import styles from './player-crest.module.css';

type Props = { name: string; rank: number | null | undefined };

const outline = 'M48 4 90 14v42c0 28-20 45-42 53C26 101 6 84 6 56V14z';

const divisions = [
  'M48 4v105C26 101 6 84 6 56V14z',
  'M48 4 90 14v26H6V14z',
  'M48 4 6 14v42h42zM48 56h42c0 28-20 45-42 53z',
  'M48 40 90 78c-3 7-7 12-13 17L48 68 19 95c-6-5-10-10-13-17z',
];
/** The field and its division: gules, azure, vert, purpure and sable. */
const tinctures = [
  ['#8f2620', '#5d1613'],
  ['#2c5578', '#1a3651'],
  ['#3c6438', '#244124'],
  ['#5c3a66', '#3b2344'],
  ['#4a4038', '#2a231e'],
] as const;

/** A coat of arms that is always the same for a name, with a medal for the first three of the Overall list. */
export function PlayerCrest({ name, rank }: Props) {
  const number = hashOf(toUsernameKey(name));
  const [field, division] = tinctures[number % tinctures.length] ?? tinctures[0];
  return (
    <span className={styles.crest} aria-hidden="true">
      <svg viewBox="0 0 96 112">
        <path d={outline} fill={field} />
        <path
          d={divisions[Math.floor(number / tinctures.length) % divisions.length]}
          fill={division}
        />
        <path d="M48 4v105c22-8 42-25 42-53V14z" className={styles.shade} />
        <path d={outline} className={styles.rim} />
        <path d={outline} className={styles.inlay} />
        <text x="48" y="70" className={styles.letter}>
          {name.slice(0, 1).toUpperCase()}
        </text>
      </svg>
      {rank != null && rank <= 3 && (
        <span className={styles.medal}>
          <Medal rank={rank} />
        </span>
      )}
    </span>
  );
}

function hashOf(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}
