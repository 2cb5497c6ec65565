import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useSession } from '#client/lib/session.ts';
import { useSiteState } from '#client/lib/site-state.ts';
import { site } from '#client/lib/site.ts';
import { Button, ButtonLink, buttonClass } from '#client/ui/button.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Row } from '#client/ui/layout.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { launcherFilePath } from '#shared/site.ts';

import { launcherQuery } from './launcher.queries.ts';

import styles from './play-page.module.css';

/** Shown by a demo site without a launcher. A real site shows only what was uploaded. */
const demoLauncher = { version: 'v1.0.3', size: '3.19 MB' };
const notLive = "The server isn't live yet — the launcher download will be available soon!";
const buttonText = 'Download Launcher (.jar)';
const javaUrl = 'https://adoptium.net/temurin/releases/?version=11';

export function PlayPage() {
  const { communityUrl } = useSiteState();
  return (
    <div className="wrap">
      <PageHeading
        align="center"
        lead={`The launcher keeps ${site.name} up to date and starts the game. Download it, open it and step through the gate.`}
      >
        Download {site.name}
      </PageHeading>
      <ol className={styles.road}>
        <Step number={1} heading="Create Your Account">
          <AccountStep />
        </Step>
        <Step number={2} heading="Get Java">
          <JavaStep />
        </Step>
        <Step number={3} heading="Start the Launcher">
          <LauncherStep />
        </Step>
      </ol>
      <p className={styles.chat}>
        Questions, or company for the road?{' '}
        <a href={communityUrl} target="_blank" rel="noopener noreferrer">
          Join our community chat
        </a>
      </p>
    </div>
  );
}

type StepProps = { number: number; heading: string; children: ReactNode };

function Step({ number, heading, children }: StepProps) {
  return (
    <li className={styles.step}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <Panel variant={number === 3 ? 'ornate' : 'stone'} pad="lg" className={styles.panel}>
        <h2>{heading}</h2>
        {children}
      </Panel>
    </li>
  );
}

function AccountStep() {
  const { isLoggedIn, username } = useSession();
  if (isLoggedIn) {
    return (
      <p className={styles.done}>
        <Icon name="check" />
        You are logged in as {username}.
      </p>
    );
  }
  return (
    <>
      <p>One account opens the game and this website.</p>
      <Row>
        <Link to="/register" className={buttonClass()}>
          Create Account
        </Link>
        <Link to="/login">I have one</Link>
      </Row>
    </>
  );
}

function JavaStep() {
  return (
    <>
      <p>Requires Java 11 to run</p>
      <p className={styles.hint}>
        Not sure? <code>java -version</code> in a terminal tells you what you have.
      </p>
      <Row>
        <ButtonLink icon="external" href={javaUrl} target="_blank" rel="noopener noreferrer">
          Get Java 11
        </ButtonLink>
      </Row>
    </>
  );
}

function LauncherStep() {
  const { data: launcher } = useQuery(launcherQuery);
  const isLive = launcher?.isLive === true;
  const version = launcher?.version ?? demoLauncher.version;
  const size = launcher?.size
    ? formatSize(launcher.size)
    : site.isDemo
      ? demoLauncher.size
      : undefined;
  return (
    <>
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
      <Row>
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
        {launcher && !isLive && (
          <Chip tone="ember" icon="clock">
            Opens soon
          </Chip>
        )}
      </Row>
      {isLive && launcher.sha256 && <Checksum sha256={launcher.sha256} />}
    </>
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
