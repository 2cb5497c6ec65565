import styles from './divider.module.css';

/** A gold ornament between two thoughts. */
export function Divider() {
  return <hr className={styles.divider} />;
}
