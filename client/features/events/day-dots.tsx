import styles from './calendar-panel.module.css';

export function DayDots({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.dots} aria-hidden="true">
      {[1, 2, 3].slice(0, count).map((dot) => (
        <span key={dot} className={styles.dot} />
      ))}
    </span>
  );
}
