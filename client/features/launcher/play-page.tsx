import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { read } from '#client/lib/read.ts';
import { useSession } from '#client/lib/session.ts';
import { useSite } from '#client/lib/site.ts';
import { ErrorState } from '#client/ui/feedback/error-state.tsx';
import { Button, ButtonLink, buttonClass } from '#client/ui/form/button.tsx';
import { CopyButton } from '#client/ui/form/copy-button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { ScenePage } from '#client/ui/layout/scene-page.tsx';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Facts } from '#client/ui/text/facts.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import type { LauncherDownload } from '#shared/endpoints/launcher.ts';
import { formatFileSize, launcherFilePath, launcherFiles } from '#shared/rules/launcher-kinds.ts';

import { javaVersionOf, labelOf, systemOf, useSortedDownloads } from './launcher-choice.ts';

import styles from './play-page.module.css';

/** Shown while no launcher is live; a demo site also names the specification's version and size. */
const first = { version: 'v1.0.3', size: '3.19 MB', requirement: launcherFiles.jar.requirement };
const notLive = "The server isn't live yet — the launcher download will be available soon!";

export function PlayPage() {
  const { communityUrl, brand } = useSite();
  const query = useQuery(launcherQuery);
  const launcher = query.data;
  const [best, ...others] = useSortedDownloads(launcher?.downloads ?? []);
  return (
    <ScenePage
      scene="gate"
      icon="download"
      heading={`Download ${brand.name}`}
      lead={
        <SiteText
          name="playLead"
          original="The launcher keeps {site} up to date and starts the game. Download it, open it and step through the gate."
        />
      }
      foot={
        <p>
          <SiteText name="playChat" original="Questions, or company for the road?" />{' '}
          <a href={communityUrl} target="_blank" rel="noopener noreferrer">
            Join our community chat
          </a>
        </p>
      }
    >
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
        <NotLive isKnown={!!launcher} />
      )}
      <section aria-labelledby="needed">
        <h2 id="needed" className={styles.heading}>
          Before You Play
        </h2>
        <Entries>
          {[
            <AccountEntry key="account" />,
            <JavaEntry key="java" requirement={(best ?? first).requirement} />,
          ]}
        </Entries>
      </section>
    </ScenePage>
  );
}

function AccountEntry() {
  const { isLoggedIn, username } = useSession();
  if (isLoggedIn) return <Entry icon="check" text={`You are logged in as ${username}.`} />;
  return (
    <Entry
      icon="user"
      text="One account for the game and this website."
      facts={<Link to="/login">I already have an account</Link>}
      actions={
        <Link to="/register" className={buttonClass({ size: 'sm' })}>
          Create Account
        </Link>
      }
    />
  );
}

function JavaEntry({ requirement }: { requirement: string }) {
  const version = javaVersionOf({ requirement });
  if (!requirement) return null;
  return (
    <Entry
      icon="server"
      text={`Requires ${requirement} to run`}
      facts={
        version && (
          <>
            Not sure? <code className={styles.command}>java -version</code> in a terminal tells you
            what you have.
          </>
        )
      }
      actions={
        version && (
          <ButtonLink
            size="sm"
            icon="external"
            href={`https://adoptium.net/temurin/releases/?version=${version}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            Get Java {version}
          </ButtonLink>
        )
      }
    />
  );
}

function NotLive({ isKnown }: { isKnown: boolean }) {
  const { isDemo } = useSite();
  return (
    <Stack gap={4}>
      <Row spread>
        {isDemo ? (
          <Facts inline facts={{ Version: first.version, Size: first.size }} />
        ) : (
          isKnown && <p className={styles.notLive}>{notLive}</p>
        )}
        {isKnown && (
          <Chip tone="ember" icon="clock">
            Opens soon
          </Chip>
        )}
      </Row>
      {isDemo && (
        <Button
          block
          tone="primary"
          size="lg"
          icon="download"
          className={styles.download}
          onClick={() => void showAlert(notLive, 'notice')}
        >
          Download Launcher (.jar)
        </Button>
      )}
    </Stack>
  );
}

type DownloadsProps = { best: LauncherDownload; others: readonly LauncherDownload[] };

function Downloads({ best, others }: DownloadsProps) {
  const { version, size, sha256 } = best;
  return (
    <Stack gap={4}>
      <Facts
        inline
        facts={{ Version: version || null, Size: size !== null && formatFileSize(size) }}
      />
      <ButtonLink
        block
        tone="primary"
        size="lg"
        icon={best.url ? 'external' : 'download'}
        className={styles.download}
        {...targetOf(best)}
      >
        {labelOf(best)}
      </ButtonLink>
      {sha256 && <Checksum sha256={sha256} />}
      {others.length > 0 && <OtherDownloads downloads={others} />}
    </Stack>
  );
}

function OtherDownloads({ downloads }: { downloads: readonly LauncherDownload[] }) {
  return (
    <section aria-labelledby="other-downloads">
      <h2 id="other-downloads" className={styles.heading}>
        Other Downloads
      </h2>
      <Entries>
        {downloads.map((one) => (
          <Entry
            key={one.kind}
            icon={one.url ? 'external' : 'download'}
            text={<a {...targetOf(one)}>{labelOf(one)}</a>}
            facts={describe(one)}
          />
        ))}
      </Entries>
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

const launcherQuery = read('site', 'GET /api/launcher', {});
