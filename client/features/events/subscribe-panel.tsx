import { useInBrowser } from '#client/lib/use-in-browser.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { Panel } from '#client/ui/panel.tsx';

import styles from './events-page.module.css';

export function SubscribePanel() {
  const isInBrowser = useInBrowser();
  return (
    <Panel heading="In Your Own Calendar" icon="bell">
      <p className={styles.note}>
        Subscribe once, and new events, changes and cancellations show up automatically.
      </p>
      <div className={styles.buttons}>
        <ButtonLink
          size="sm"
          icon="calendar"
          href={isInBrowser ? `webcal://${location.host}/events.ics` : '/events.ics'}
        >
          Subscribe
        </ButtonLink>
        <CopyButton text={() => `${location.origin}/events.ics`} label="Copy address" />
      </div>
    </Panel>
  );
}
