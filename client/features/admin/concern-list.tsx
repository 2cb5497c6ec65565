import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Moment } from '#client/ui/moment.tsx';
import type { Concern } from '#shared/admin.ts';

import styles from './concern-list.module.css';

type LinkProps = { className: string | undefined; children: ReactNode };
type Look = {
  text: (count: number) => string;
  /** Where to go about it; left out where no page of the site helps. */
  render?: (props: LinkProps) => ReactNode;
  /** What to do about it. */
  advice?: ReactNode;
};

const testMail = <code>npm run admin -- test-mail you@example.com</code>;

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
    advice:
      'Jobs are tried again by themselves, and leave this list once they succeed. The server’s log has the whole error.',
  },
  'mails-failed': {
    text: (n) => `${n} ${n === 1 ? 'mail was' : 'mails were'} not delivered and given up`,
    advice: (
      <>
        If one address is refused, it is probably wrong. This note goes away after three days. To
        check the mail settings, run on the server: {testMail}
      </>
    ),
  },
  'mails-waiting': {
    text: (n) => `${n} ${n === 1 ? 'mail has' : 'mails have'} waited for more than ten minutes`,
    advice: (
      <>
        Mails are tried again for a day. To check the mail settings, run on the server: {testMail}
      </>
    ),
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
      {concerns.map((concern) => (
        <li key={concern.kind}>
          <ConcernRow concern={concern} />
        </li>
      ))}
    </ul>
  );
}

function ConcernRow({ concern: { kind, count, detail, failures } }: { concern: Concern }) {
  const { text, render, advice } = looks[kind];
  const children = (
    <>
      <Icon name="warning" size="md" className={styles.icon} />
      <span className={styles.words}>
        {text(count)}
        {detail && <span className={styles.detail}>{detail}</span>}
        {failures.map((failure) => (
          <FailureLine key={failure.name} failure={failure} />
        ))}
        {advice && <span className={styles.detail}>{advice}</span>}
      </span>
      {render && <Icon name="chevron-right" className={styles.go} />}
    </>
  );
  if (render) return render({ className: styles.concern, children });
  return <div className={classNames(styles.concern, styles.explained)}>{children}</div>;
}

function FailureLine({ failure }: { failure: Concern['failures'][number] }) {
  const { name, reason, since, lastAt } = failure;
  return (
    <span className={styles.failure}>
      {name && <strong>{name} </strong>}
      since <Moment at={since} />
      {lastAt && (
        <>
          , last run <Moment at={lastAt} />
        </>
      )}
      {reason && <span className={styles.reason}>{reason}</span>}
    </span>
  );
}
