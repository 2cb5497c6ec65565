import { encode } from 'uqr';

import styles from './qr-code.module.css';

type Props = { text: string; label: string };

/** Black on white, because cameras need the contrast, with the quiet zone of 4 that the standard requires. */
export function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, so there is no file for an <img>
      role="img"
      aria-label={label}
    >
      <path className={styles.paper} d={`M0 0h${size}v${size}H0z`} />
      <path className={styles.ink} d={data.map(drawRow).join('')} />
    </svg>
  );
}

/** One rectangle per run of dark modules. */
function drawRow(row: readonly boolean[], y: number): string {
  const modules = row.map((dark) => (dark ? '#' : ' ')).join('');
  return [...modules.matchAll(/#+/g)]
    .map(({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1h-${run.length}z`)
    .join('');
}
