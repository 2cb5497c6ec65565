import { call } from '#client/lib/api.ts';
import { useForm } from '#client/lib/form.ts';
import { ActionButton, ActionSwitch } from '#client/ui/form/action-button.tsx';
import { CopyButton } from '#client/ui/form/copy-button.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Facts } from '#client/ui/text/facts.tsx';
import type { ManagedDownload } from '#shared/endpoints/launcher.ts';
import { formatFileSize, launcherFiles } from '#shared/rules/launcher-kinds.ts';
import type { LauncherKind } from '#shared/rules/launcher-kinds.ts';

import { downloadsQuery, updateLauncher } from './admin-launcher.queries.ts';

type Props = { download: ManagedDownload };

export function DownloadPanel({ download }: Props) {
  const { kind, isLive, version, requirement, fileName, size, sha256, url } = download;
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
        <Facts
          facts={url ? { Address: url } : { File: fileName, Size: size && formatFileSize(size) }}
        />
        {sha256 && (
          <Facts
            facts={{
              'SHA-256': (
                <>
                  <code>{sha256}</code> <CopyButton text={sha256} />
                </>
              ),
            }}
          />
        )}
        <Details key={`${version} ${requirement}`} download={download} />
        <ActionSwitch
          label="Live"
          hint={
            kind === 'link'
              ? 'Players see the link on the Play page.'
              : 'Players download the file from the Play page, with its checksum beside it.'
          }
          checked={isLive}
          action={(next) => ({
            call: () => updateLauncher(kind, { isLive: next }),
            done: next ? 'The launcher is live.' : 'The launcher is no longer live.',
          })}
        />
        <Row>
          <ActionButton
            size="sm"
            tone="quiet"
            label={`Remove ${headingOf(kind)}`}
            action={{
              name: 'Remove',
              icon: 'trash',
              ask: `Remove ${headingOf(kind)} from the downloads?`,
              danger: true,
              call: () => call('DELETE /api/admin/launcher/{kind}', { params: { kind } }),
              done: 'Removed.',
              refresh: downloadsQuery.queryKey,
            }}
          />
        </Row>
      </Stack>
    </Panel>
  );
}

function Details({ download: { kind, version, requirement } }: Props) {
  const form = useForm({
    check: (fields) => ({
      data: { version: fields['version']?.trim(), requirement: fields['requirement']?.trim() },
    }),
    send: (details) => updateLauncher(kind, details),
    done: 'Saved.',
  });
  return (
    <Form form={form} tone="secondary" submitLabel="Save">
      <TextField
        {...form.field('version')}
        label="Version"
        hint="Shown to players. Optional."
        defaultValue={version}
        maxLength={20}
      />
      <TextField
        {...form.field('requirement')}
        label="Requires"
        hint="Shown as “Requires … to run”. “Java 11” also shows where to get it."
        defaultValue={requirement}
        maxLength={60}
      />
    </Form>
  );
}

function headingOf(kind: LauncherKind): string {
  if (kind === 'link') return 'Link';
  const { extension, system } = launcherFiles[kind];
  return `.${extension} (${system})`;
}
