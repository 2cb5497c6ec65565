import { formatDateTime, formatDay } from '#client/lib/dates.ts';
import type { Turnout } from '#shared/endpoints/polls.ts';

import styles from './turnout-chart.module.css';

const height = 160;
const width = 600;

export function TurnoutChart({ turnout }: { turnout: Turnout }) {
  const { step, points } = turnout;
  const most = Math.max(1, ...points.map(({ voters }) => voters));
  const slot = width / Math.max(1, points.length);
  const barWidth = Math.min(40, Math.max(1, slot * 0.8));
  const label = step === 'hour' ? formatDateTime : (at: unknown) => formatDay(at, 'UTC');
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span>Voters per {step}</span>
        <span>highest: {most === 1 && !points.some(({ voters }) => voters) ? 0 : most}</span>
      </figcaption>
      <p className="visually-hidden">{describe(turnout, label)}</p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className={styles.bars}
        aria-hidden="true"
      >
        {points.map(({ at, voters }, place) => {
          const barHeight = (voters / most) * (height - 8);
          return (
            <rect
              key={at.seconds}
              x={(place + 0.5) * slot - barWidth / 2}
              width={barWidth}
              y={height - Math.max(1.5, barHeight)}
              height={Math.max(1.5, barHeight)}
              className={voters > 0 ? styles.bar : styles.none}
            >
              <title>{`${label(at)}: ${voters}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className={styles.ends} aria-hidden="true">
        <span>{label(points[0]?.at)}</span>
        {points.length > 1 && <span>{label(points.at(-1)?.at)}</span>}
      </p>
    </figure>
  );
}

function describe({ step, points }: Turnout, label: (at: unknown) => string): string {
  const total = points.reduce((sum, { voters }) => sum + voters, 0);
  const busiest = points.toSorted((a, b) => b.voters - a.voters)[0];
  if (!busiest || total === 0) return 'Nobody has voted yet.';
  return `${total} voted. The busiest ${step} was ${label(busiest.at)} with ${busiest.voters}.`;
}
