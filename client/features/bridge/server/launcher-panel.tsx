import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';

import { queryClient } from '#client/lib/query-client.ts';
import { upload } from '#client/lib/upload.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { Checkbox } from '#client/ui/choice.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Progress } from '#client/ui/progress.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { launcherLimits } from '#shared/site-settings.ts';
import type { Launcher } from '#shared/site-settings.ts';

import { readField } from './read-field.ts';
import { managedLauncherQuery, updateLauncher } from './servers.queries.ts';

import forms from './forms.module.css';
import styles from './launcher-panel.module.css';

export function LauncherPanel() {
  const { data, error, refetch } = useQuery(managedLauncherQuery);
  return (
    <Panel
      variant="plain"
      heading="Launcher"
      icon="download"
      actions={
        data &&
        (data.isLive ? (
          <Chip tone="moss" dot>
            Live
          </Chip>
        ) : (
          <Chip>Not live</Chip>
        ))
      }
    >
      {data ? (
        <Content launcher={data} />
      ) : error ? (
        <ErrorState
          heading="The launcher could not be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading text="Loading the launcher...">
          <Skeleton shape="block" height="240px" />
        </Loading>
      )}
    </Panel>
  );
}

function Content({ launcher }: { launcher: Launcher }) {
  return (
    <div className={styles.content}>
      <FilePart launcher={launcher} />
      <VersionForm key={launcher.version} version={launcher.version} />
      <LiveSwitch launcher={launcher} />
    </div>
  );
}

function FilePart({ launcher }: { launcher: Launcher }) {
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const sending = useMutation({
    mutationFn: (file: File) => send(file, setShare),
    onSuccess: (saved) => {
      queryClient.setQueryData(managedLauncherQuery.queryKey, saved);
      showToast('Launcher uploaded.', { tone: 'success' });
    },
  });
  return (
    <div className={styles.file}>
      {launcher.sha256 && launcher.size ? (
        <dl className={styles.facts}>
          <div>
            <dt>File</dt>
            <dd>{launcher.fileName}</dd>
          </div>
          <div>
            <dt>Size</dt>
            <dd>{(launcher.size / 1024 / 1024).toFixed(2)} MB</dd>
          </div>
          <div className={styles.checksum}>
            <dt>SHA-256</dt>
            <dd>
              <code>{launcher.sha256}</code> <CopyButton text={launcher.sha256} />
            </dd>
          </div>
        </dl>
      ) : (
        <p className={styles.none}>
          No file yet. The download page shows v1.0.3 and 3.19 MB and says that the launcher is
          coming soon.
        </p>
      )}
      {sending.isError && (
        <Callout tone="danger" live>
          {sending.error.message}
        </Callout>
      )}
      {sending.isPending && (
        <Progress
          label={share >= 1 ? 'Storing...' : 'Uploading...'}
          value={share}
          valueText={`${Math.round(share * 100)}%`}
        />
      )}
      <input
        ref={input}
        type="file"
        accept=".jar,application/java-archive"
        aria-label="Launcher file"
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          setShare(0);
          if (file) sending.mutate(file);
        }}
      />
      <div>
        <Button icon="upload" pending={sending.isPending} onClick={() => input.current?.click()}>
          {launcher.sha256 ? 'Replace the file' : 'Upload the .jar'}
        </Button>
      </div>
    </div>
  );
}

/** Checks the size first: the server would refuse only after the upload. */
async function send(file: File, onProgress: (share: number) => void): Promise<Launcher> {
  if (file.size > launcherLimits.bytes) {
    throw new Error(`The launcher may be at most ${launcherLimits.bytes / 1024 / 1024} MB.`);
  }
  return upload('POST /api/admin/launcher/file', file, { onProgress });
}

function VersionForm({ version }: { version: string }) {
  const saving = useMutation({
    mutationFn: (next: string) => updateLauncher({ version: next }),
    onSuccess: () => showToast('Version saved.', { tone: 'success' }),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const next = readField(event.currentTarget, 'version');
    if (!saving.isPending) saving.mutate(next);
  }
  return (
    <form className={forms.line} noValidate onSubmit={submit}>
      <TextField
        required
        name="version"
        label="Version"
        defaultValue={version}
        maxLength={20}
        autoComplete="off"
        error={saving.error?.message}
      />
      <Button type="submit" pending={saving.isPending}>
        Save version
      </Button>
    </form>
  );
}

function LiveSwitch({ launcher }: { launcher: Launcher }) {
  const saving = useMutation({
    mutationFn: (isLive: boolean) => updateLauncher({ isLive }),
    onSuccess: (_, isLive) =>
      showToast(isLive ? 'The launcher is live.' : 'The launcher is no longer live.', {
        tone: 'success',
      }),
  });
  return (
    <>
      <Checkbox
        label="Live"
        hint={
          launcher.sha256
            ? 'Players download the file from the Play page, with its checksum beside it.'
            : 'Upload the file first.'
        }
        disabled={!launcher.sha256}
        checked={saving.isPending ? saving.variables : launcher.isLive}
        onChange={(event) => saving.mutate(event.target.checked)}
      />
      {saving.isError && (
        <Callout tone="danger" live>
          {saving.error.message}
        </Callout>
      )}
    </>
  );
}
