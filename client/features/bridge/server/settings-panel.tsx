import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';

import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { Checkbox, RadioCards } from '#client/ui/choice.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { TextareaField } from '#client/ui/textarea-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { SiteSettings } from '#shared/site-settings.ts';

import { readField } from './read-field.ts';
import { updateSiteSettings, siteSettingsQuery } from './servers.queries.ts';

import forms from './forms.module.css';
import styles from './settings-panel.module.css';

export function SettingsPanel() {
  const { data, error, refetch } = useQuery(siteSettingsQuery);
  if (data) {
    return (
      <div className={styles.columns}>
        <BannerPanel key={JSON.stringify(data.banner)} settings={data} />
        <div className={styles.stack}>
          <RulesPanel settings={data} />
          <CommunityPanel key={data.communityUrl} settings={data} />
        </div>
      </div>
    );
  }
  if (error) {
    return (
      <Panel variant="plain">
        <ErrorState
          heading="The settings could not be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      </Panel>
    );
  }
  return (
    <Loading text="Loading the settings...">
      <Skeleton shape="block" height="320px" />
    </Loading>
  );
}

type Props = { settings: SiteSettings };

function BannerPanel({ settings: { banner } }: Props) {
  const [text, setText] = useState(banner?.text ?? '');
  const [tone, setTone] = useState<'info' | 'warning'>(banner?.tone ?? 'warning');
  const saving = useMutation({
    mutationFn: (next: SiteSettings['banner']) => updateSiteSettings({ banner: next }),
    onSuccess: (_, next) =>
      showToast(next ? 'The banner is now on every page.' : 'The banner was removed.', {
        tone: 'success',
      }),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!saving.isPending) saving.mutate({ text: text.trim(), tone });
  }
  return (
    <Panel variant="plain" heading="Maintenance banner" icon="warning">
      <form className={forms.form} noValidate onSubmit={submit}>
        <TextareaField
          label="Text"
          hint="Shown to everyone at the top of every page."
          rows={2}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <RadioCards
          inline
          legend="Style"
          name="tone"
          value={tone}
          options={[
            { value: 'warning', label: 'Warning', icon: 'warning' },
            { value: 'info', label: 'Notice', icon: 'info' },
          ]}
          onChange={(value) => setTone(value === 'info' ? 'info' : 'warning')}
        />
        {saving.isError && (
          <Callout tone="danger" live>
            {saving.error.message}
          </Callout>
        )}
        <div className={forms.buttons}>
          <Button
            type="submit"
            tone="primary"
            disabled={text.trim() === ''}
            pending={saving.isPending}
          >
            {banner ? 'Change banner' : 'Show banner'}
          </Button>
          {banner && (
            <Button pending={saving.isPending} onClick={() => saving.mutate(null)}>
              Remove banner
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}

const rules = [
  {
    name: 'playersMayHost',
    label: 'Players may host events',
    hint: 'Otherwise only staff and community managers can.',
  },
  {
    name: 'excludeStaff',
    label: 'Leave staff out of the hiscores',
    hint: 'Players with rights 2 and 3.',
  },
  {
    name: 'excludeBanned',
    label: 'Leave banned players out of the hiscores',
    hint: 'They come back when their ban ends.',
  },
] as const;

function RulesPanel({ settings }: Props) {
  return (
    <Panel variant="plain" heading="Rules" icon="shield">
      <div className={forms.form}>
        {rules.map((rule) => (
          <Rule key={rule.name} {...rule} isOn={settings[rule.name]} />
        ))}
      </div>
    </Panel>
  );
}

type RuleProps = (typeof rules)[number] & { isOn: boolean };

function Rule({ name, label, hint, isOn }: RuleProps) {
  const saving = useMutation({
    mutationFn: (next: boolean) => updateSiteSettings({ [name]: next }),
    onSuccess: () => showToast('Saved.', { tone: 'success' }),
  });
  return (
    <Checkbox
      label={label}
      hint={hint}
      error={saving.error?.message}
      checked={saving.isPending ? saving.variables : isOn}
      onChange={(event) => saving.mutate(event.target.checked)}
    />
  );
}

function CommunityPanel({ settings: { communityUrl } }: Props) {
  const saving = useMutation({
    mutationFn: (next: string) => updateSiteSettings({ communityUrl: next }),
    onSuccess: () => showToast('Link saved.', { tone: 'success' }),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const next = readField(event.currentTarget, 'communityUrl');
    if (!saving.isPending) saving.mutate(next);
  }
  return (
    <Panel variant="plain" heading="Community link" icon="link">
      <form className={forms.form} noValidate onSubmit={submit}>
        <TextField
          required
          type="url"
          name="communityUrl"
          label="Chat URL"
          hint="Shown in the header, in the footer and on the Play page."
          defaultValue={communityUrl}
          autoComplete="off"
          error={saving.error?.message}
        />
        <div>
          <Button type="submit" pending={saving.isPending}>
            Save link
          </Button>
        </div>
      </form>
    </Panel>
  );
}
