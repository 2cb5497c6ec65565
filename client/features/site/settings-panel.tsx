import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';

import { checkValues, useForm } from '#client/lib/form.ts';
import type { Checked } from '#client/lib/form.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { ActionSwitch } from '#client/ui/form/action-button.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { RadioCards } from '#client/ui/form/choice.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Columns, Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { SectionHeading } from '#client/ui/text/section-heading.tsx';
import { SiteSettings } from '#shared/endpoints/site-settings.ts';
import { oldNameDays } from '#shared/rules/renames.ts';

import { FeaturesPanel } from './features-panel.tsx';
import { siteGroups } from './site-groups.ts';
import type { SiteGroup } from './site-groups.ts';
import { siteSettingsQuery, updateSiteSettings } from './site-settings.queries.ts';

/** `money` is the panel of another feature, the first of its group. */
export function SettingsPanel({ money }: { money: ReactNode }) {
  return (
    <QueryView
      query={useQuery(siteSettingsQuery)}
      errorHeading="The settings could not be loaded"
      loadingText="Loading the settings..."
      skeleton={<Skeleton shape="block" height="320px" />}
    >
      {(settings) => <Groups settings={settings} money={money} />}
    </QueryView>
  );
}

function Groups({ settings, money }: Props & { money: ReactNode }) {
  const hash = useLocation({ select: (location) => location.hash });
  // The router looks for the anchor before the settings are loaded.
  useEffect(() => document.getElementById(hash)?.scrollIntoView(), [hash]);
  return (
    <>
      <nav aria-label="Groups of settings">
        <Row as="ul" gap={2}>
          {Object.entries(siteGroups).map(([group, label]) => (
            <li key={group}>
              <LinkButton to="/admin/server" search={{ view: 'site' }} hash={group} size="sm">
                {label}
              </LinkButton>
            </li>
          ))}
        </Row>
      </nav>
      <Group group="money">{money}</Group>
      <Group group="players">
        <RulesPanel settings={settings} />
        <NamesPanel key={settings.renameDays} settings={settings} />
      </Group>
      <Group group="features">
        <FeaturesPanel />
      </Group>
      <Group group="notices">
        <BannerPanel key={JSON.stringify(settings.banner)} settings={settings} />
        <CommunityPanel key={settings.communityUrl} settings={settings} />
      </Group>
      <Group group="look">
        {screens.map((screen) => (
          <LinkPanel key={screen.to} {...screen} />
        ))}
      </Group>
    </>
  );
}

function Group({ group, children }: { group: SiteGroup; children: ReactNode }) {
  return (
    <section aria-labelledby={group}>
      <SectionHeading id={group}>{siteGroups[group]}</SectionHeading>
      <Columns min="lg" gap={5}>
        {children}
      </Columns>
    </section>
  );
}

const screens = [
  {
    heading: 'Appearance',
    icon: 'gonfalon',
    text: 'The name, the logo, the colours, the home page, links and words of the site.',
    to: '/admin/appearance',
    label: 'Change the Look',
  },
  {
    heading: 'Pages',
    icon: 'text',
    text: 'Rules, guides and other pages of your own, the terms and the privacy policy.',
    to: '/admin/pages',
    label: 'Edit the Pages',
  },
  {
    heading: 'Emails',
    icon: 'mail',
    text: 'What the site writes to players: resets, confirmations, reminders and receipts.',
    to: '/admin/emails',
    label: 'Edit the Emails',
  },
] as const;

function LinkPanel({ heading, icon, text, to, label }: (typeof screens)[number]) {
  return (
    <Panel variant="plain" heading={heading} icon={icon}>
      <Stack gap={4}>
        <p>{text}</p>
        <div>
          <LinkButton to={to} icon="pencil">
            {label}
          </LinkButton>
        </div>
      </Stack>
    </Panel>
  );
}

const Renaming = z.pick(SiteSettings, { renameDays: true });

type Props = { settings: SiteSettings };

function BannerPanel({ settings: { banner } }: Props) {
  const [text, setText] = useState(banner?.text ?? '');
  const [tone, setTone] = useState<'info' | 'warning'>(banner?.tone ?? 'warning');
  const form = useForm({
    check: (): Checked<SiteSettings['banner']> => ({ data: { text: text.trim(), tone } }),
    send: (next) => updateSiteSettings({ banner: next }),
    done: (_, next) => (next ? 'The banner is now on every page.' : 'The banner was removed.'),
  });
  return (
    <Panel variant="plain" heading="Maintenance Banner" icon="warning">
      <Form
        form={form}
        submitLabel={banner ? 'Change Banner' : 'Show Banner'}
        disabled={text.trim() === ''}
        buttons={
          banner && (
            <Button pending={form.isPending} onClick={() => form.send(null)}>
              Remove Banner
            </Button>
          )
        }
      >
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
      </Form>
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
  {
    name: 'unconfirmedMayBuy',
    label: 'Players may buy before they confirm their email',
    hint: 'Items and coins. Without a mail server nobody can confirm, so everybody may.',
  },
  {
    name: 'unconfirmedMayVote',
    label: 'Players may vote before they confirm their email',
    hint: 'Turn this off to make voting with a second account harder.',
  },
] as const;

function RulesPanel({ settings }: Props) {
  return (
    <Panel variant="plain" heading="Rules" icon="shield">
      <Stack gap={4}>
        {rules.map(({ name, ...rule }) => (
          <ActionSwitch
            key={name}
            {...rule}
            checked={settings[name]}
            action={(next) => ({
              call: () => updateSiteSettings({ [name]: next }),
              done: 'Saved.',
            })}
          />
        ))}
      </Stack>
    </Panel>
  );
}

function NamesPanel({ settings: { renameDays } }: Props) {
  const form = useForm({
    check: ({ renameDays: days = '' }) =>
      checkValues(Renaming, { renameDays: days.trim() === '' ? null : Number(days) }),
    send: updateSiteSettings,
    done: 'Saved.',
    onlyField: 'renameDays',
  });
  return (
    <Panel variant="plain" heading="Changing Names" icon="user">
      <Form form={form} tone="secondary" submitLabel="Save Rule">
        <TextField
          inputMode="numeric"
          {...form.field('renameDays')}
          label="Days between two changes of a player’s name"
          hint={`If empty, only admins can change names. The game is told, and the old name stays reserved for ${oldNameDays} days.`}
          defaultValue={renameDays ?? ''}
        />
      </Form>
    </Panel>
  );
}

function CommunityPanel({ settings: { communityUrl } }: Props) {
  const form = useForm({
    check: (fields) => ({ data: { communityUrl: fields['communityUrl']?.trim() } }),
    send: updateSiteSettings,
    done: 'Link saved.',
    onlyField: 'communityUrl',
  });
  return (
    <Panel variant="plain" heading="Community Link" icon="link">
      <Form form={form} tone="secondary" submitLabel="Save Link">
        <TextField
          required
          type="url"
          {...form.field('communityUrl')}
          label="Chat URL"
          hint="Shown in the header, in the footer and on the Play page."
          defaultValue={communityUrl}
        />
      </Form>
    </Panel>
  );
}
