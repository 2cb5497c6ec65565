import { useQuery } from '@tanstack/react-query';

import { useSiteState } from '#client/lib/site-state.ts';
import { site } from '#client/lib/site.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { launcherFilePath } from '#shared/site.ts';

import { launcherQuery } from './launcher.queries.ts';

import styles from './play-page.module.css';

/** Shown by a demo site without a launcher. A real site shows only what was uploaded. */
const demoLauncher = { version: 'v1.0.3', size: '3.19 MB' };
const notLive = "The server isn't live yet — the launcher download will be available soon!";
const buttonText = 'Download Launcher (.jar)';

export function PlayPage() {
  const { data: launcher } = useQuery(launcherQuery);
  const { communityUrl } = useSiteState();
  const isLive = launcher?.isLive === true;
  const version = launcher?.version ?? demoLauncher.version;
  const size = launcher?.size
    ? formatSize(launcher.size)
    : site.isDemo
      ? demoLauncher.size
      : undefined;
  return (
    <div className="wrap">
      <PageHeading
        align="center"
        lead={`The launcher keeps ${site.name} up to date and starts the game. Download it, open it and step through the gate.`}
      >
        Download {site.name}
      </PageHeading>
      <Panel variant="ornate" pad="lg" className={styles.panel}>
        {isLive ? (
          <ButtonLink tone="primary" size="lg" icon="download" href={launcherFilePath} download>
            {buttonText}
          </ButtonLink>
        ) : site.isDemo ? (
          <Button
            tone="primary"
            size="lg"
            icon="download"
            onClick={() => void showAlert(notLive, 'notice')}
          >
            {buttonText}
          </Button>
        ) : (
          launcher && <p className={styles.notLive}>{notLive}</p>
        )}
        {size && (
          <dl className={styles.facts}>
            <div>
              <dt>Version</dt>
              <dd>{version}</dd>
            </div>
            <div>
              <dt>Size</dt>
              <dd>{size}</dd>
            </div>
          </dl>
        )}
        <p>Requires Java 11 to run</p>
        {isLive && launcher.sha256 && <Checksum sha256={launcher.sha256} />}
        <p className={styles.chat}>
          Questions, or company for the road?{' '}
          <a href={communityUrl} target="_blank" rel="noopener noreferrer">
            Join our community chat
          </a>
        </p>
      </Panel>
    </div>
  );
}

/** Lets players verify the downloaded file. */
function Checksum({ sha256 }: { sha256: string }) {
  return (
    <div className={styles.checksum}>
      <p>
        SHA-256 of the file: <code>{sha256}</code>
      </p>
      <CopyButton text={sha256} label="Copy checksum" />
    </div>
  );
}

function formatSize(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(2)} MB`;
}
