import { Link } from '@tanstack/react-router';

import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { onlyThis, ScrollStrip } from '#client/ui/layout/scroll-strip.tsx';
import type { Tab } from '#client/ui/layout/tabs.tsx';

import styles from './filter-chips.module.css';

type Props = { label: string; chips: readonly Tab[]; className?: string | undefined };

/** Narrows a list down. Each choice has its own URL, so the chips are links. */
export function FilterChips({ label, chips, className }: Props) {
  return (
    <nav aria-label={label} className={className}>
      <ScrollStrip as="ul" className={styles.chips}>
        {chips.map((chip) => (
          <li key={chip.label}>
            <Link
              resetScroll={false}
              {...chip.link}
              className={classNames(styles.chip, chip.active && styles.chosen)}
              aria-current={chip.active ? 'page' : undefined}
              activeOptions={onlyThis}
            >
              {chip.icon && <Icon name={chip.icon} />}
              {chip.label}
            </Link>
          </li>
        ))}
      </ScrollStrip>
    </nav>
  );
}
