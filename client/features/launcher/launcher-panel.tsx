import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { change } from '#client/lib/change.ts';
import { useForm } from '#client/lib/form.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Failure } from '#client/ui/feedback/callout.tsx';
import { Progress } from '#client/ui/feedback/progress.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Form, FormDialog } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Columns, Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { launcherMaxBytes, launcherVersion } from '#shared/rules/launcher-kinds.ts';

import { downloadsQuery, uploadLauncher } from './admin-launcher.queries.ts';
import { DownloadPanel } from './download-panel.tsx';

/** One download per kind of file, and one link. Players are offered the one for their system. */
export function LauncherPanel() {
  return (
    <QueryView
      query={useQuery(downloadsQuery)}
      errorHeading="The launcher could not be loaded"
      loadingText="Loading the launcher..."
      skeleton={<Skeleton shape="block" height="240px" />}
    >
      {(downloads) => (
        <Columns min="lg" gap={5}>
          <UploadPanel isEmpty={downloads.length === 0} />
          {downloads.map((download) => (
            <DownloadPanel key={download.kind} download={download} />
          ))}
          {!downloads.some(({ kind }) => kind === 'link') && <LinkPanel />}
        </Columns>
      )}
    </QueryView>
  );
}

function UploadPanel({ isEmpty }: { isEmpty: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File>();
  const [share, setShare] = useState(0);
  const sending = useMutation({
    mutationFn: (launcher: { file: File; version: string }) => uploadLauncher(launcher, setShare),
    onSuccess: () => showToast('Launcher uploaded.', { tone: 'success' }),
  });
  return (
    <Panel variant="plain" heading="Launcher" icon="download">
      <Stack gap={4}>
        <Text tone="muted">
          A .jar, .exe, .zip or .AppImage file of at most {launcherMaxBytes / 1024 / 1024} MB. There
          is one of each kind, and a new file replaces the one of its kind. Players are offered the
          one for their system first.
        </Text>
        {isEmpty && (
          <Text tone="muted">
            No file yet. The download page says that the launcher is coming soon.
          </Text>
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
          accept=".jar,.exe,.zip,.AppImage"
          aria-label="Launcher file"
          className="visually-hidden"
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            setChosen(file);
          }}
        />
        {chosen && (
          <VersionDialog
            file={chosen}
            onClose={() => setChosen(undefined)}
            onChoose={(version) => {
              setShare(0);
              sending.mutate({ file: chosen, version });
            }}
          />
        )}
        <Row>
          <Button icon="upload" pending={sending.isPending} onClick={() => input.current?.click()}>
            Upload a File
          </Button>
        </Row>
      </Stack>
    </Panel>
  );
}

type VersionProps = { file: File; onClose: () => void; onChoose: (version: string) => void };

function VersionDialog({ file, onClose, onChoose }: VersionProps) {
  const form = useForm({
    check: ({ version = '' }) =>
      launcherVersion.pattern.test(version.trim())
        ? { data: version.trim() }
        : { errors: { version: launcherVersion.error } },
    send: async (version) => onChoose(version),
    onDone: onClose,
  });
  return (
    <FormDialog form={form} title="Version of the Launcher" submitLabel="Upload" onClose={onClose}>
      <TextField
        {...form.field('version')}
        label="Version"
        hint="Shown to players. If empty, the version in the .jar file is used, or else the previous one."
        defaultValue={/v?\d+(?:\.\d+)+/.exec(file.name)?.[0]}
        maxLength={20}
      />
    </FormDialog>
  );
}

function LinkPanel() {
  const form = useForm({
    check: ({ url = '', version = '', requirement = '' }) => ({
      data: { url: url.trim(), version: version.trim(), requirement: requirement.trim() },
    }),
    send: (body) => change('site', 'PUT /api/admin/launcher/link', { body }),
    done: 'Link added.',
  });
  return (
    <Panel variant="plain" heading="Link to a Download" icon="link">
      <Form form={form} tone="secondary" icon="plus" submitLabel="Add Link">
        <TextField
          required
          type="url"
          {...form.field('url')}
          label="Address"
          hint="For a launcher that is stored elsewhere, or is larger. Players see the name of the other site."
          placeholder="https://"
          maxLength={500}
        />
        <TextField
          {...form.field('version')}
          label="Version"
          hint="Shown to players. Optional."
          maxLength={20}
        />
        <TextField
          {...form.field('requirement')}
          label="Requires"
          hint="For example Java 11. Optional."
          maxLength={60}
        />
      </Form>
    </Panel>
  );
}
