import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { useForm } from '#client/lib/form.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { upload } from '#client/lib/upload.ts';
import { Button } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/callout.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { InlineForm } from '#client/ui/form.tsx';
import { Row, Stack } from '#client/ui/layout.tsx';
import { Progress } from '#client/ui/progress.tsx';
import { QueryPanel } from '#client/ui/query-view.tsx';
import { SwitchField } from '#client/ui/switch.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { launcherLimits } from '#shared/site-settings.ts';
import type { Launcher } from '#shared/site-settings.ts';

import { managedLauncherQuery, updateLauncher } from './servers.queries.ts';

import styles from './launcher-panel.module.css';

export function LauncherPanel() {
  const query = useQuery(managedLauncherQuery);
  const isLive = query.data?.isLive;
  return (
    <QueryPanel
      variant="plain"
      heading="Launcher"
      icon="download"
      query={query}
      errorHeading="The launcher could not be loaded"
      loadingText="Loading the launcher..."
      height="240px"
      actions={
        query.data && (
          <Chip tone={isLive ? 'moss' : 'neutral'} dot={isLive}>
            {isLive ? 'Live' : 'Not live'}
          </Chip>
        )
      }
    >
      {(launcher) => (
        <Stack className={styles.content}>
          <FilePart launcher={launcher} />
          <VersionForm key={launcher.version} version={launcher.version} />
          <LiveSwitch launcher={launcher} />
        </Stack>
      )}
    </QueryPanel>
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
    <Stack gap={4}>
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
      <Failure error={sending.error} />
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
      <Row>
        <Button icon="upload" pending={sending.isPending} onClick={() => input.current?.click()}>
          {launcher.sha256 ? 'Replace the File' : 'Upload the .jar'}
        </Button>
      </Row>
    </Stack>
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
  const form = useForm({
    check: (fields) => ({ data: { version: fields['version']?.trim() } }),
    send: updateLauncher,
    onDone: () => showToast('Version saved.', { tone: 'success' }),
    onlyField: 'version',
  });
  return (
    <InlineForm form={form} submitLabel="Save Version">
      <TextField
        required
        {...form.field('version')}
        label="Version"
        defaultValue={version}
        maxLength={20}
        autoComplete="off"
      />
    </InlineForm>
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
    <SwitchField
      label="Live"
      hint={
        launcher.sha256
          ? 'Players download the file from the Play page, with its checksum beside it.'
          : 'Upload the file first.'
      }
      error={saving.error?.message}
      disabled={!launcher.sha256}
      checked={saving.isPending ? saving.variables : launcher.isLive}
      onChange={(next) => saving.mutate(next)}
    />
  );
}
