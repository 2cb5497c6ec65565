import type { ReactNode } from 'react';

import { QueryView } from '#client/ui/data/query-view.tsx';
import type { Query } from '#client/ui/data/query-view.tsx';
import { SkeletonRows } from '#client/ui/feedback/skeleton-rows.tsx';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Panel } from '#client/ui/layout/panel.tsx';

import styles from './glance-panel.module.css';

/** Classes for the content: `details` holds a `title`, `facts` with a `countdown`, and an `action` at the end. */
export const glance = styles;

type Props<Data> = {
  heading: string;
  icon: IconName;
  /** A link to the page that shows all of it. */
  more: ReactNode;
  query: Query<Data>;
  errorHeading: string;
  children: (data: Data) => ReactNode;
};

/** The newest of a page, in a panel whose size is the same in every state. */
export function GlancePanel<Data>({
  heading,
  icon,
  more,
  query,
  errorHeading,
  children,
}: Props<Data>) {
  return (
    <Panel
      heading={heading}
      headingLevel={3}
      icon={icon}
      actions={<span className={styles.more}>{more}</span>}
      className={styles.panel}
    >
      <div className={styles.body} aria-busy={query.data === undefined && !query.error}>
        <QueryView
          query={query}
          errorHeading={errorHeading}
          errorText={() => 'Please try again.'}
          skeleton={<SkeletonRows count={5} height="30px" />}
          panel="none"
          small
        >
          {children}
        </QueryView>
      </div>
    </Panel>
  );
}
