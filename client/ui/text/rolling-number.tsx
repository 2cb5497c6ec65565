import { formatNumber } from '#shared/rules/format-count.ts';

import styles from './rolling-number.module.css';

/** Digits roll on every change; a first value that rolled up would pass for real zeros. */
export function RollingNumber({ value }: { value: number }) {
  const text = formatNumber(value);
  return (
    <span className={styles.number}>
      <span className="visually-hidden">{text}</span>
      {text.split('').map((character, at) => (
        // Keys count from the right, so that a digit keeps its drum when the number grows.
        // oxlint-disable-next-line react/no-array-index-key -- a drum is identified by its position
        <Drum key={text.length - at} character={character} />
      ))}
    </span>
  );
}

function Drum({ character }: { character: string }) {
  const isDigit = character >= '0' && character <= '9';
  return isDigit ? (
    <span aria-hidden="true" className={styles.drum} data-digit={character} />
  ) : (
    <span aria-hidden="true" className={styles.mark} data-mark={character} />
  );
}
