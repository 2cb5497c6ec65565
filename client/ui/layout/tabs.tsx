import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';

import { classNames } from '#client/ui/class-names.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { onlyThis, ScrollStrip } from '#client/ui/layout/scroll-strip.tsx';

import styles from './tabs.module.css';

export type Tab = {
  label: string;
  active: boolean;
  icon?: IconName | undefined;
  /** E.g. `linkOptions({ to: '/events', search: { tab: 'past' } })`. The page keeps its scroll position. */
  link: LinkProps;
};

type Props = { label: string; tabs: readonly Tab[]; className?: string | undefined };

/** Every tab is a view with its own URL, so the tabs are links. */
export function Tabs({ label, tabs, className }: Props) {
  return (
    <nav aria-label={label} className={classNames(styles.tabs, className)}>
      <ScrollStrip as="ul" className={styles.list}>
        {tabs.map((tab) => (
          <li key={tab.label}>
            <Link
              resetScroll={false}
              {...tab.link}
              className={classNames(styles.tab, tab.active && styles.active)}
              aria-current={tab.active ? 'page' : undefined}
              activeOptions={onlyThis}
            >
              {tab.icon && <Icon name={tab.icon} />}
              {tab.label}
            </Link>
          </li>
        ))}
      </ScrollStrip>
    </nav>
  );
}
