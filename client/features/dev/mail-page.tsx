// The outbox of a demo site. The HTML version of an email has inline styles, which the site's content
// security policy forbids in its pages and their frames, so it opens as a separate page.
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { read } from '#client/lib/read.ts';
import { classNames } from '#client/ui/class-names.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { ButtonLink } from '#client/ui/form/button.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { DevMail } from '#shared/endpoints/dev.ts';

import styles from './mail-page.module.css';

export function MailPage() {
  return (
    <div className={classNames('wrap', styles.page)}>
      <PageHeading lead="A demo site sends no email. Messages appear here instead, newest first.">
        Outbox
      </PageHeading>
      <QueryView
        query={useQuery(devMailQuery)}
        errorHeading="The outbox could not be loaded"
        loadingText="Loading emails..."
        panel="none"
      >
        {(mails) => <Outbox mails={mails} />}
      </QueryView>
    </div>
  );
}

function Outbox({ mails }: { mails: DevMail[] }) {
  const search = useSearch({ from: '/site/dev/mail' });
  const chosen = mails.find(({ id }) => id === search.mail);
  const shown = chosen ?? mails[0];
  if (!shown) {
    return (
      <Panel>
        <EmptyState
          scene="scroll"
          heading="No emails yet"
          text="Reset your password or change your email address, and the email appears here."
          action={<ButtonLink href="/reset">Reset Your Password</ButtonLink>}
        />
      </Panel>
    );
  }
  return (
    <div className={classNames(styles.columns, chosen && styles.reading)}>
      <Panel pad="none" heading="Emails" icon="mail" className={styles.list}>
        <ul className={styles.mails}>
          {mails.map((mail) => (
            <li key={mail.id}>
              <MailLink mail={mail} isShown={mail === shown} />
            </li>
          ))}
        </ul>
      </Panel>
      <div className={styles.pane}>
        <div className={styles.back}>
          <BackLink to="/dev/mail" resetScroll={false}>
            All emails
          </BackLink>
        </div>
        <Letter mail={shown} />
      </div>
    </div>
  );
}

function MailLink({ mail, isShown }: { mail: DevMail; isShown: boolean }) {
  return (
    <Link
      to="/dev/mail"
      search={{ mail: mail.id }}
      resetScroll={false}
      className={classNames(styles.mail, isShown && styles.shown)}
      aria-current={isShown ? 'true' : undefined}
    >
      <strong>{mail.subject}</strong>
      <Text as="span" tone="muted" breaks>
        {mail.to}
      </Text>
      <Text as="span" size="sm" tone="muted" figures>
        <Timestamp at={mail.at} />
      </Text>
    </Link>
  );
}

function Letter({ mail }: { mail: DevMail }) {
  return (
    <Parchment as="article" pad="lg" aria-labelledby="mail-subject">
      <header className={styles.head}>
        <h2 id="mail-subject">{mail.subject}</h2>
        <Text size="md" tone="muted" breaks>
          To {mail.to} · <Timestamp at={mail.at} />
        </Text>
      </header>
      <div className={styles.text}>{linkAddresses(mail.text)}</div>
      <footer className={styles.foot}>
        <a
          href={`/api/dev/mail/${encodeURIComponent(mail.id)}/html`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Open the HTML version
        </a>
      </footer>
    </Parchment>
  );
}

function linkAddresses(text: string): ReactNode[] {
  return text.split(/(https?:\/\/\S+)/).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of an email never change
      <a key={at} href={piece}>
        {piece}
      </a>
    ),
  );
}

// No live topic announces new emails, so poll.
const devMailQuery = read(
  null,
  'GET /api/dev/mail',
  {},
  {
    staleTime: 0,
    refetchInterval: 4_000,
  },
);
