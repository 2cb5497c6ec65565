import { useMutation } from '@tanstack/react-query';

import { useForm } from '#client/lib/form.ts';
import { Button } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/callout.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { Form } from '#client/ui/form.tsx';
import { Stack } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SwitchField } from '#client/ui/switch.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { formatFileSize, launcherFiles } from '#shared/launcher-kinds.ts';
import type { LauncherKind } from '#shared/launcher-kinds.ts';
import type { ManagedDownload } from '#shared/launcher.ts';

import { removeLauncher, updateLauncher } from './servers.queries.ts';

import styles from './launcher-panel.module.css';

type Props = { download: ManagedDownload };

export function DownloadPanel({ download }: Props) {
  const { kind, isLive, version, requirement } = download;
  const removing = useMutation({ mutationFn: () => confirmRemove(kind) });
  return (
    <Panel
      variant="plain"
      heading={headingOf(kind)}
      icon={kind === 'link' ? 'link' : 'download'}
      actions={
        <Chip tone={isLive ? 'moss' : 'neutral'} dot={isLive}>
          {isLive ? 'Live' : 'Not live'}
        </Chip>
      }
    >
      <Stack gap={4}>
        <Facts download={download} />
        <Details key={`${version} ${requirement}`} download={download} />
        <LiveSwitch download={download} />
        <Failure error={removing.error} />
        <div>
          <Button
            size="sm"
            tone="quiet"
            icon="trash"
            pending={removing.isPending}
            aria-label={`Remove ${headingOf(kind)}`}
            onClick={() => removing.mutate()}
          >
            Remove
          </Button>
        </div>
      </Stack>
    </Panel>
  );
}

function Facts({ download: { fileName, size, sha256, url } }: Props) {
  const facts: [string, React.ReactNode][] = url
    ? [['Address', url]]
    : [
        ['File', fileName],
        ['Size', size && formatFileSize(size)],
      ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {sha256 && (
        <div className={styles.checksum}>
          <dt>SHA-256</dt>
          <dd>
            <code>{sha256}</code> <CopyButton text={sha256} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function Details({ download: { kind, version, requirement } }: Props) {
  const form = useForm({
    check: (fields) => ({
      data: { version: fields['version']?.trim(), requirement: fields['requirement']?.trim() },
    }),
    send: (details) => updateLauncher(kind, details),
    onDone: () => showToast('Saved.', { tone: 'success' }),
  });
  return (
    <Form form={form} tone="secondary" submitLabel="Save">
      <TextField
        {...form.field('version')}
        label="Version"
        hint="Players see it. May be empty."
        defaultValue={version}
        maxLength={20}
        autoComplete="off"
      />
      <TextField
        {...form.field('requirement')}
        label="Requires"
        hint="Shown as “Requires … to run”. “Java 11” also shows where to get it."
        defaultValue={requirement}
        maxLength={60}
        autoComplete="off"
      />
    </Form>
  );
}

function LiveSwitch({ download: { kind, isLive } }: Props) {
  const saving = useMutation({
    mutationFn: (next: boolean) => updateLauncher(kind, { isLive: next }),
    onSuccess: (_, next) =>
      showToast(next ? 'The launcher is live.' : 'The launcher is no longer live.', {
        tone: 'success',
      }),
  });
  return (
    <SwitchField
      label="Live"
      hint={
        kind === 'link'
          ? 'Players see the link on the Play page.'
          : 'Players download the file from the Play page, with its checksum beside it.'
      }
      error={saving.error?.message}
      checked={saving.isPending ? saving.variables : isLive}
      onChange={(next) => saving.mutate(next)}
    />
  );
}

function headingOf(kind: LauncherKind): string {
  if (kind === 'link') return 'Link';
  const { extension, system } = launcherFiles[kind];
  return `.${extension} (${system})`;
}

async function confirmRemove(kind: LauncherKind): Promise<void> {
  const text = `Remove ${headingOf(kind)} from the downloads?`;
  if (!(await askConfirm(text, { confirmLabel: 'Remove', tone: 'danger' }))) return;
  await removeLauncher(kind);
  showToast('Removed.', { tone: 'success' });
}
