import { site } from '#client/lib/site.ts';
import { Button } from '#client/ui/button.tsx';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';

import styles from './play-page.module.css';

const launcher = { version: 'v1.0.3', size: '3.19 MB' };
const notLive = "The server isn't live yet — the launcher download will be available soon!";

export function PlayPage() {
  return (
    <div className="wrap">
      <PageHeading
        align="center"
        lead={`The launcher keeps ${site.name} up to date and starts the game. Download it, open it and step through the gate.`}
      >
        Download {site.name}
      </PageHeading>
      <Panel variant="ornate" pad="lg" className={styles.panel}>
        <Button tone="primary" size="lg" icon="download" onClick={() => void showAlert(notLive)}>
          Download Launcher (.jar)
        </Button>
        <dl className={styles.facts}>
          <div>
            <dt>Version</dt>
            <dd>{launcher.version}</dd>
          </div>
          <div>
            <dt>Size</dt>
            <dd>{launcher.size}</dd>
          </div>
        </dl>
        <p>Requires Java 11 to run</p>
        <p className={styles.chat}>
          Questions, or company for the road?{' '}
          <a href={site.communityUrl} target="_blank" rel="noopener noreferrer">
            Join our community chat
          </a>
        </p>
      </Panel>
    </div>
  );
}
