import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Icon } from '#client/ui/icon.tsx';
import type { Concern } from '#shared/admin.ts';

import styles from './concern-list.module.css';

type LinkProps = { className: string | undefined; children: ReactNode };
type Look = { text: (count: number) => string; render: (props: LinkProps) => ReactNode };

/** Each with where to go about it. */
const looks: Record<Concern['kind'], Look> = {
  'deliveries-failed': {
    text: (n) => `${n} ${n === 1 ? 'delivery has' : 'deliveries have'} failed`,
    render: (props) => <Link to="/admin/shop-logs" search={{ delivery: 'attention' }} {...props} />,
  },
  'orders-review': {
    text: (n) => `${n} ${n === 1 ? 'top-off needs' : 'top-offs need'} a review`,
    render: (props) => (
      <Link to="/admin/shop-logs" search={{ view: 'top-offs', state: 'attention' }} {...props} />
    ),
  },
  'disputes-open': {
    text: (n) => `${n} ${n === 1 ? 'payment is' : 'payments are'} disputed`,
    render: (props) => (
      <Link to="/admin/shop-logs" search={{ view: 'top-offs', state: 'attention' }} {...props} />
    ),
  },
  'payments-unknown': {
    text: (n) => `${n} ${n === 1 ? 'payment has' : 'payments have'} no order here: no coins given`,
    render: (props) => (
      <Link to="/admin/shop-logs" search={{ view: 'top-offs', state: 'attention' }} {...props} />
    ),
  },
  'server-stale': {
    text: (n) => `${n === 1 ? 'A game server is' : `${n} game servers are`} silent`,
    render: (props) => <Link to="/admin/server" {...props} />,
  },
  'ledger-wrong': {
    text: (n) => `The books break ${n} ${n === 1 ? 'rule' : 'rules'}`,
    render: (props) => <Link to="/admin/audit" search={{ action: 'wallet/adjusted' }} {...props} />,
  },
  'job-failing': {
    text: (n) => `${n} timed ${n === 1 ? 'job fails' : 'jobs fail'}`,
    render: (props) => <Link to="/admin/server" {...props} />,
  },
};

export function ConcernList({ concerns }: { concerns: readonly Concern[] }) {
  if (concerns.length === 0) {
    return (
      <p className={styles.calm}>
        <Icon name="check" size="md" />
        Nothing. The watch can rest.
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {concerns.map(({ kind, count, detail }) => {
        const { text, render } = looks[kind];
        return (
          <li key={kind}>
            {render({
              className: styles.concern,
              children: (
                <>
                  <Icon name="warning" size="md" className={styles.icon} />
                  <span className={styles.words}>
                    {text(count)}
                    {detail && <span className={styles.detail}>{detail}</span>}
                  </span>
                  <Icon name="chevron-right" className={styles.go} />
                </>
              ),
            })}
          </li>
        );
      })}
    </ul>
  );
}
