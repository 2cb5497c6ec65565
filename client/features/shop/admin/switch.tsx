import { Icon } from '#client/ui/icon.tsx';

import styles from './switch.module.css';

type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/** On or off, with effect at once. */
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
