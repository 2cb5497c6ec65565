import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useSession } from '#client/lib/session.ts';
import { useSite } from '#client/lib/site.ts';
import { ErrorState } from '#client/ui/feedback/error-state.tsx';
import { Button, ButtonLink, buttonClass } from '#client/ui/form/button.tsx';
import { CopyButton } from '#client/ui/form/copy-button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import type { LauncherDownload } from '#shared/endpoints/launcher.ts';
import { formatFileSize, launcherFilePath, launcherFiles } from '#shared/rules/launcher-kinds.ts';

import { javaVersionOf, labelOf, systemOf, useSortedDownloads } from './launcher-choice.ts';
import { launcherQuery } from './launcher.queries.ts';

import styles from './play-page.module.css';

/** Shown while no launcher is live; a demo site also names the specification's version and size. */
const first = { version: 'v1.0.3', size: '3.19 MB', requirement: launcherFiles.jar.requirement };
const notLive = "The server isn't live yet — the launcher download will be available soon!";

export function PlayPage() {
  const { communityUrl, brand } = useSite();
  const query = useQuery(launcherQuery);
  const launcher = query.data;
  const [best, ...others] = useSortedDownloads(launcher?.downloads ?? []);
  const java = javaVersionOf(best ?? first);
  return (
    <div className="wrap">
      <PageHeading
        align="center"
        lead={
          <SiteText
            name="playLead"
            original="The launcher keeps {site} up to date and starts the game. Download it, open it and step through the gate."
          />
        }
      >
        Download {brand.name}
      </PageHeading>
      <ol className={styles.road}>
        <Step number={1} heading="Create Your Account">
          <AccountStep />
        </Step>
        {java && (
          <Step number={2} heading="Get Java">
            <JavaStep version={java} requirement={(best ?? first).requirement} />
          </Step>
        )}
        <Step number={java ? 3 : 2} heading="Start the Launcher" isLast>
          {best ? (
            <Downloads best={best} others={others} />
          ) : query.error && !launcher ? (
            <ErrorState
              small
              heading="The launcher could not be loaded"
              text={query.error.message}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <NotLiveStep isKnown={!!launcher} />
          )}
        </Step>
      </ol>
      <p className={styles.chat}>
        <SiteText name="playChat" original="Questions, or company for the road?" />{' '}
        <a href={communityUrl} target="_blank" rel="noopener noreferrer">
          Join our community chat
        </a>
      </p>
    </div>
  );
}

type StepProps = { number: number; heading: string; isLast?: boolean; children: ReactNode };

function Step({ number, heading, isLast = false, children }: StepProps) {
  return (
    <li className={styles.step}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <Panel variant={isLast ? 'ornate' : 'stone'} pad="lg" className={styles.panel}>
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
        <Link to="/login">I already have an account</Link>
      </Row>
    </>
  );
}

function JavaStep({ version, requirement }: { version: string; requirement: string }) {
  return (
    <>
      <p>Requires {requirement} to run</p>
      <p className={styles.hint}>
        Not sure? <code>java -version</code> in a terminal tells you what you have.
      </p>
      <Row>
        <ButtonLink
          icon="external"
          href={`https://adoptium.net/temurin/releases/?version=${version}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Get Java {version}
        </ButtonLink>
      </Row>
    </>
  );
}

function NotLiveStep({ isKnown }: { isKnown: boolean }) {
  const { isDemo } = useSite();
  return (
    <>
      {isDemo && <Facts version={first.version} size={first.size} />}
      <Row>
        {isDemo ? (
          <Button
            tone="primary"
            size="lg"
            icon="download"
            className={styles.download}
            onClick={() => void showAlert(notLive, 'notice')}
          >
            Download Launcher (.jar)
          </Button>
        ) : (
          isKnown && <p className={styles.notLive}>{notLive}</p>
        )}
        {isKnown && (
          <Chip tone="ember" icon="clock">
            Opens soon
          </Chip>
        )}
      </Row>
    </>
  );
}

type DownloadsProps = { best: LauncherDownload; others: readonly LauncherDownload[] };

function Downloads({ best, others }: DownloadsProps) {
  return (
    <>
      <Facts version={best.version} size={best.size === null ? null : formatFileSize(best.size)} />
      {best.requirement && !javaVersionOf(best) && <p>Requires {best.requirement} to run</p>}
      <Row>
        <ButtonLink
          tone="primary"
          size="lg"
          icon={best.url ? 'external' : 'download'}
          className={styles.download}
          {...targetOf(best)}
        >
          {labelOf(best)}
        </ButtonLink>
      </Row>
      {best.sha256 && <Checksum sha256={best.sha256} />}
      {others.length > 0 && <OtherDownloads downloads={others} />}
    </>
  );
}

function OtherDownloads({ downloads }: { downloads: readonly LauncherDownload[] }) {
  return (
    <section className={styles.others} aria-labelledby="other-downloads">
      <h3 id="other-downloads">Other Downloads</h3>
      <ul>
        {downloads.map((one) => (
          <li key={one.kind}>
            <a {...targetOf(one)}>
              <Icon name={one.url ? 'external' : 'download'} />
              {labelOf(one)}
            </a>
            <span>{describe(one)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describe(download: LauncherDownload): string {
  const { version, size, requirement } = download;
  return [
    download.url === null && systemOf(download),
    version,
    size !== null && formatFileSize(size),
    requirement && `requires ${requirement}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** A link leads to another site; a file is saved. */
function targetOf({ kind, url }: LauncherDownload) {
  return url === null
    ? { href: `${launcherFilePath}/${kind}`, download: true }
    : { href: url, target: '_blank', rel: 'noopener noreferrer' };
}

function Facts({ version, size }: { version: string; size: string | null }) {
  if (!version && !size) return null;
  return (
    <dl className={styles.facts}>
      {version && (
        <div>
          <dt>Version</dt>
          <dd>{version}</dd>
        </div>
      )}
      {size && (
        <div>
          <dt>Size</dt>
          <dd>{size}</dd>
        </div>
      )}
    </dl>
  );
}

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
