import { formatDay } from '#client/lib/dates.ts';
import { useNow } from '#client/lib/use-now.ts';
import type { PlayerActivity } from '#shared/endpoints/hiscore-progress.ts';
import { formatCount } from '#shared/rules/format-count.ts';
import { formatExperience } from '#shared/rules/xp.ts';

import styles from './heat-map.module.css';

const dayMs = 86_400_000;
/** Twelve months end with this week. In two halves, which are below each other on a phone. */
const weeks = 54;
const cell = 13;
const top = 16;

type Day = { day: string; at: number; experience: number };

/** How much experience was gained on each day, in columns of weeks that begin on Monday. */
export function HeatMap({ activity: { username, days } }: { activity: PlayerActivity }) {
  const today = Math.floor(useNow(60_000) / dayMs);
  // 1 January 1970 was a Thursday.
  const monday = today - ((today + 3) % 7);
  const first = monday - (weeks - 1) * 7;
  const gains = new Map(days.map(({ day, experience }) => [day, experience]));
  const all = Array.from({ length: today - first + 1 }, (_, at): Day => {
    const day = new Date((first + at) * dayMs).toISOString().slice(0, 10);
    return { day, at, experience: gains.get(day) ?? 0 };
  });
  const sorted = days.map(({ experience }) => experience).sort((a, b) => a - b);
  const half = (weeks / 2) * 7;
  const label = `${username} gained experience on ${formatCount(days.length, 'day')} of the last twelve months.`;
  return (
    <figure className={styles.map} aria-label={label}>
      {[all.slice(0, half), all.slice(half)].map((part) => (
        <svg
          key={part[0]?.day}
          viewBox={`0 0 ${(weeks / 2) * cell} ${7 * cell + top}`}
          className={styles.half}
          aria-hidden="true"
        >
          {part.map((day) => (
            <DayCell key={day.day} day={day} from={part[0]?.at ?? 0} sorted={sorted} />
          ))}
        </svg>
      ))}
    </figure>
  );
}

type CellProps = { day: Day; from: number; sorted: number[] };

function DayCell({ day: { day, at, experience }, from, sorted }: CellProps) {
  const x = Math.floor((at - from) / 7) * cell;
  const gained = experience > 0 ? `${formatExperience(experience)} XP` : 'nothing gained';
  return (
    <>
      {day.endsWith('-01') && (
        <text x={x} y={11} className={styles.month}>
          {new Date(`${day}T00:00Z`).toLocaleDateString('en', { month: 'short', timeZone: 'UTC' })}
        </text>
      )}
      <rect
        x={x}
        y={top + (at % 7) * cell}
        width={cell - 2}
        height={cell - 2}
        rx={2}
        className={styles[shadeOf(experience, sorted)]}
      >
        <title>{`${formatDay(day, 'UTC')}: ${gained}`}</title>
      </rect>
    </>
  );
}

const shades = ['low', 'some', 'much', 'most'] as const;

/** By quarters of the player's own days, so that every player's map has contrast. */
function shadeOf(experience: number, sorted: number[]): 'none' | (typeof shades)[number] {
  if (experience <= 0) return 'none';
  const below = sorted.findIndex((one) => one >= experience);
  return shades[Math.floor((below / sorted.length) * 4)] ?? 'most';
}
