import { Icon } from '#client/ui/icon.tsx';

import styles from './switch.module.css';

type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/** A toggle that takes effect immediately. */
export function Switch({ label, checked, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      className={styles.switch}
      onClick={() => onChange(!checked)}
    >
      <span className={styles.knob}>
        <Icon name={checked ? 'check' : 'close'} />
      </span>
    </button>
  );
}
