import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { onlyThis, ScrollStrip } from '#client/ui/layout/scroll-strip.tsx';
import type { Tab } from '#client/ui/layout/tabs.tsx';

import styles from './filter-chips.module.css';

type Props = { label: string; chips: readonly Tab[]; className?: string | undefined };

/** Narrows a list down. Each choice has its own URL, so the chips are links. One row, until More is pressed. */
export function FilterChips({ label, chips, className }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <nav aria-label={label} className={classNames(styles.filter, className)}>
      <ScrollStrip as="ul" className={classNames(styles.chips, isOpen && styles.open)}>
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
      {/* The styles show it only if there is more than fits. */}
      <button
        type="button"
        className={classNames(styles.chip, styles.more)}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Less' : 'More'}
        <Icon name="chevron-down" />
      </button>
    </nav>
  );
}
