import type { CSSProperties } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import { castleWindows } from './castle-windows.ts';

import styles from './castle.module.css';

type Props = {
  /** By their index in `castleWindows`. */
  lit: ReadonlySet<number>;
  isGateOpen: boolean;
  /** The number of the leading answer, if the viewer may know it. */
  tone: number | undefined;
};

const tones = ['gold', 'moss', 'water', 'blood', 'ember', 'bone'] as const;

const narrow = 'M-2.6 0v-9a2.6 2.6 0 0 1 5.2 0v9z';
const gothic = 'M-4.5 0v-12q0-4 4.5-6q4.5 2 4.5 6v12z';

/** Windows, gate and flags, which client/art/castle leaves out, in the same coordinates. */
export function CastleDrawing({ lit, isGateOpen, tone }: Props) {
  return (
    <svg className={styles.drawing} viewBox="850 70 470 470" aria-hidden="true">
      <defs>
        <radialGradient id="castle-glow">
          <stop stopColor="#ffcb73" stopOpacity=".85" />
          <stop offset=".25" stopColor="#ff9f4a" stopOpacity=".38" />
          <stop offset="1" stopColor="#ff7a2a" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="castle-light" x2="0" y2="1">
          <stop stopColor="#ffe6a6" />
          <stop offset=".6" stopColor="#ffb751" />
          <stop offset="1" stopColor="#d9702a" />
        </linearGradient>
        <linearGradient id="castle-spill" x2="0" y2="1">
          <stop stopColor="#ffd584" stopOpacity=".8" />
          <stop offset="1" stopColor="#ff9f4a" stopOpacity="0" />
        </linearGradient>
        <clipPath id="castle-arch">
          <path d="M969 496v-38q0-17 15-22q15 5 15 22v38z" />
        </clipPath>
      </defs>
      {castleWindows.map(({ x, y, tall }, at) => (
        <g
          key={`${x} ${y}`}
          transform={`translate(${x} ${y})`}
          className={classNames(styles.window, lit.has(at) && styles.lit)}
          style={{ '--turn': at } as CSSProperties}
        >
          <path className={styles.pane} d={tall ? gothic : narrow} />
          <g className={styles.light}>
            <circle cy={tall ? -8 : -6} r={tall ? 25 : 18} fill="url(#castle-glow)" />
            <path d={tall ? gothic : narrow} fill="url(#castle-light)" />
          </g>
          {tall && <path d="M0 0v-18M-4-7h8" stroke="#3a2018" strokeWidth="1.3" />}
        </g>
      ))}
      <Gate isOpen={isGateOpen} />
      <g
        className={classNames(
          styles.banner,
          tone !== undefined && styles[tones[tone % tones.length]!],
        )}
      >
        <g className={styles.pennant}>
          <path
            className={styles.cloth}
            d="M955 93c10-5 18 5 28 1s14-2 20 0l-9 8 9 9c-8-3-12-2-20 0s-18-6-28-1z"
          />
          <path className={styles.trim} d="M955 98c10-5 18 5 28 1s8-2 15-1" />
        </g>
        <g className={styles.pennant}>
          <path
            className={styles.cloth}
            d="M1144 171c8-4 14 4 22 1l14 1-9 6 7 7c-8-2-12 0-18-1s-9-3-16 0z"
          />
        </g>
        <path className={styles.cloth} d="M1017 268h22v70l-11-10-11 10z" />
        <path d="M1017 268h5v65l-5 5zM1032 268h3v67l-3-3z" fill="#000" opacity=".16" />
        <path className={styles.trim} d="M1015 267h26M1019.500 270v62l8.500-8 8.500 8v-62" />
        <path className={styles.charge} d="M1028 284l6 10-6 10-6-10zM1028 309l3 5-3 5-3-5z" />
      </g>
    </svg>
  );
}

function Gate({ isOpen }: { isOpen: boolean }) {
  return (
    <g className={classNames(styles.gate, isOpen && styles.open)}>
      <g className={styles.spill}>
        <circle cx="984" cy="474" r="60" fill="url(#castle-glow)" />
        <path d="M970 496h28l28 26h-96z" fill="url(#castle-spill)" />
      </g>
      <g clipPath="url(#castle-arch)">
        <path className={styles.hall} d="M969 496v-62h30v62z" fill="url(#castle-light)" />
        <g className={styles.bars}>
          <path
            d="M974 430v66M979 430v66M984 430v66M989 430v66M994 430v66M969 446h30M969 458h30M969 470h30M969 482h30"
            stroke="#1b100e"
            strokeWidth="1.8"
          />
          <path
            d="M972 494h4l-2 5zM977 494h4l-2 5zM982 494h4l-2 5zM987 494h4l-2 5zM992 494h4l-2 5z"
            fill="#1b100e"
          />
        </g>
      </g>
    </g>
  );
}
