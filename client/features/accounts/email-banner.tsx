import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { shortenEmail } from '#shared/endpoints/accounts.ts';

import { emailConfirmationQuery, useSendEmailConfirmation } from './accounts.queries.ts';

import styles from './email-banner.module.css';

/** Shown until the address is confirmed; the live stream refreshes the query then. */
export function EmailBanner() {
  const { email } = useSession();
  const { data } = useQuery(emailConfirmationQuery);
  const sending = useSendEmailConfirmation();
  if (!data || data.isConfirmed || !data.canSend) return null;
  const address = shortenEmail(email);
  return (
    <Row as="section" className={styles.banner} aria-label="Address confirmation">
      <Icon name="mail" className={styles.icon} />
      <div className={styles.text}>
        <p>
          {data.isSent
            ? `Please confirm your email address. We sent a link to ${address}.`
            : `Please confirm your email address ${address}.`}
        </p>
        <Text as="output" tone={sending.isError ? 'warning' : 'good'} className={styles.note}>
          {sending.isSuccess && 'A new link is on its way. Older links no longer work.'}
          {sending.error?.message}
        </Text>
      </div>
      <Row className={styles.actions}>
        <Button size="sm" pending={sending.isPending} onClick={() => sending.mutate()}>
          {data.isSent ? 'Send Again' : 'Send a Link'}
        </Button>
        <Link to="/profile/settings">Change address</Link>
      </Row>
    </Row>
  );
}
