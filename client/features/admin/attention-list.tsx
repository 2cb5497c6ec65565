import { Link, linkOptions } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { AttentionItem } from '#shared/endpoints/dashboard.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { RestoreLines } from './restore-lines.tsx';

import styles from './attention-list.module.css';

type View = {
  text: (count: number) => string;
  link?: LinkProps;
  advice?: ReactNode;
};

const testMail = <code>npm run admin -- test-mail you@example.com</code>;

const views: Record<AttentionItem['kind'], View> = {
  'deliveries-failed': {
    text: (n) => `${formatCount(n, 'delivery has', 'deliveries have')} failed`,
    link: linkOptions({ to: '/admin/shop-logs', search: { delivery: 'attention' } }),
  },
  'deliveries-impossible': {
    text: (n) => `${formatCount(n, 'purchase')} cannot be delivered by any game`,
    link: linkOptions({ to: '/admin/shop-logs', search: { delivery: 'undeliverable' } }),
    advice: 'Refund them here, or connect a game that has these items.',
  },
  'gifts-reported': {
    text: (n) => `${formatCount(n, 'note of a gift was', 'notes of gifts were')} reported`,
    link: linkOptions({ to: '/admin/shop-logs', search: { delivery: 'reported' } }),
  },
  'inbox-open': {
    text: (n) =>
      `${formatCount(n, 'thread in the inbox needs', 'threads in the inbox need')} an answer`,
    link: linkOptions({ to: '/admin/inbox' }),
  },
  'orders-review': {
    text: (n) => `${formatCount(n, 'top-up needs', 'top-ups need')} a review`,
    link: linkOptions({ to: '/admin/shop-logs', search: { view: 'top-ups', state: 'attention' } }),
  },
  'disputes-open': {
    text: (n) => `${formatCount(n, 'payment is', 'payments are')} disputed`,
    link: linkOptions({ to: '/admin/shop-logs', search: { view: 'top-ups', state: 'attention' } }),
  },
  'payments-unknown': {
    text: (n) =>
      `${formatCount(n, 'payment has', 'payments have')} no order on this site: no coins were given`,
    link: linkOptions({ to: '/admin/shop-logs', search: { view: 'top-ups', state: 'attention' } }),
  },
  'server-stale': {
    text: (n) => `${n === 1 ? 'A game server has' : `${n} game servers have`} stopped reporting`,
    link: linkOptions({ to: '/admin/server' }),
  },
  'saves-rejected': {
    text: (n) => `${formatCount(n, 'save of a player was', 'saves of players were')} refused`,
    link: linkOptions({ to: '/admin/server' }),
  },
  'ledger-wrong': {
    text: (n) => `The ledger does not add up: ${formatCount(n, 'rule')} broken`,
    link: linkOptions({ to: '/admin/audit', search: { action: 'wallet/adjusted' } }),
  },
  'job-failing': {
    text: (n) => `${formatCount(n, 'scheduled job is', 'scheduled jobs are')} failing`,
    advice:
      'Jobs are retried automatically and leave this list once they succeed. The server log has the full error.',
  },
  'mails-failed': {
    text: (n) => `${formatCount(n, 'email')} could not be delivered`,
    advice: (
      <>
        If only one address is rejected, it is probably wrong. This entry disappears after three
        days. To check the mail settings, run on the server: {testMail}
      </>
    ),
  },
  'mails-waiting': {
    text: (n) =>
      `${formatCount(n, 'email has', 'emails have')} been waiting for more than ten minutes`,
    advice: (
      <>Emails are retried for a day. To check the mail settings, run on the server: {testMail}</>
    ),
  },
  'discord-failed': {
    text: (n) => `Discord refuses ${formatCount(n, 'webhook')}`,
    link: linkOptions({ to: '/admin/discord' }),
    advice: 'It was probably deleted at Discord. Enter a new address, or switch the messages off.',
  },
  'discord-unknown': {
    text: (n) => `${formatCount(n, 'Discord message')} may not have arrived`,
    link: linkOptions({ to: '/admin/discord' }),
    advice:
      'The answer of Discord was lost. Look at the channel, and send the message again if it is missing.',
  },
  'site-restored': { text: () => 'The site was restored from a backup' },
  'backup-failed': {
    text: (n) => `Scheduled backups are failing: ${formatCount(n, 'attempt')}`,
    link: linkOptions({ to: '/admin/server', search: { view: 'backups' } }),
    advice: 'The site tries again every hour. You can try it now under Server, Backups.',
  },
  'backup-overdue': {
    text: () => 'A backup is overdue',
    link: linkOptions({ to: '/admin/server', search: { view: 'backups' } }),
    advice:
      'No backup has succeeded for more than twice the time between two backups. Make one now under Server, Backups.',
  },
};

export function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  if (items.length === 0) {
    return (
      <p className={styles.empty}>
        <Icon name="check" size="md" />
        Nothing needs attention.
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.kind}>
          <AttentionRow item={item} />
        </li>
      ))}
    </ul>
  );
}

function AttentionRow({ item }: { item: AttentionItem }) {
  const { kind, count, detail, failures, restore } = item;
  const { text, link, advice } = views[kind];
  const children = (
    <>
      <Icon name="warning" size="md" className={styles.icon} />
      <span className={styles.text}>
        {text(count)}
        {detail && <span className={styles.detail}>{detail}</span>}
        {failures.map((failure) => (
          <FailureLine key={failure.name} failure={failure} />
        ))}
        {restore && <RestoreLines restore={restore} />}
        {advice && <span className={styles.detail}>{advice}</span>}
      </span>
      {link && <Icon name="chevron-right" className={styles.go} />}
    </>
  );
  return link ? (
    <Link {...link} className={styles.item}>
      {children}
    </Link>
  ) : (
    <div className={classNames(styles.item, styles.explained)}>{children}</div>
  );
}

function FailureLine({ failure }: { failure: AttentionItem['failures'][number] }) {
  const { name, reason, since, lastAt } = failure;
  return (
    <span className={styles.failure}>
      {name && <strong>{name} </strong>}
      since <Timestamp at={since} />
      {lastAt && (
        <>
          , last run <Timestamp at={lastAt} />
        </>
      )}
      {reason && <span className={styles.reason}>{reason}</span>}
    </span>
  );
}
