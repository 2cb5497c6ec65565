import { useForm } from '#client/lib/form.ts';
import type { Form as FormState } from '#client/lib/form.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { NumberField, PasswordField, TextField } from '#client/ui/form/text-field.tsx';
import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { CodeBlock } from '#client/ui/text/code-block.tsx';
import { Legend, Text } from '#client/ui/text/text.tsx';
import type { DiscordApp, DiscordOverview } from '#shared/endpoints/discord.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { checkApp, donorTiers, rankReasons } from './app-form.ts';
import { saveApp } from './discord.queries.ts';

/** One form: the parts need each other's fields. */
export function AppPanel({ overview }: { overview: DiscordOverview }) {
  const { app, online, linkedAccounts, failures } = overview;
  const form = useForm({ check: checkApp, send: saveApp, done: 'Saved.' });
  const now = online === null ? '' : ` Now: ${formatCount(online, 'member')} online.`;
  return (
    <Panel variant="plain" heading="Server, Accounts and Roles" icon="users">
      <Form form={form} submitLabel="Save" tone="secondary">
        {failures.map((failure) => (
          <Callout key={failure} tone="warning">
            {failure}
          </Callout>
        ))}
        <TextField
          {...form.field('guildId')}
          {...plain}
          label="Id of your Discord server"
          defaultValue={app.guildId}
          hint={`At Discord: settings, Advanced, Developer Mode; then right-click the server, Copy Server ID.${app.hasBotToken ? ' If you empty it, the token of the bot is removed too.' : ''}`}
        />
        <Checkbox
          name="showsOnline"
          label="Show members online in the header and the footer"
          hint={`Needs the server widget, in the settings of your Discord server. Appears within five minutes.${now}`}
          defaultChecked={app.showsOnline}
        />
        <AccountFields form={form} app={app} count={linkedAccounts} />
        <RoleFields form={form} app={app} />
      </Form>
    </Panel>
  );
}

const plain = { autoComplete: 'off', spellCheck: false };
const keepHint = 'Set. Leave it empty to keep it.';

type Props = { form: FormState; app: DiscordApp };

function AccountFields({ form, app, count }: Props & { count: number }) {
  return (
    <Stack as="fieldset" gap={4}>
      <Legend>Linked accounts</Legend>
      <Text tone="muted">
        Players link their Discord account in their settings.{' '}
        {formatCount(count, 'account is', 'accounts are')} linked. Create an application in
        Discord’s developer portal, and add this redirect under OAuth2:
      </Text>
      <CodeBlock code={app.redirectUrl} label="Redirect" />
      <Columns min="sm">
        <TextField
          {...form.field('clientId')}
          {...plain}
          label="Client id"
          defaultValue={app.clientId}
          hint={app.hasClientSecret ? 'If you empty it, the secret is removed too.' : undefined}
        />
        <PasswordField
          {...form.field('clientSecret')}
          label="Client secret"
          autoComplete="off"
          hint={app.hasClientSecret ? keepHint : undefined}
        />
      </Columns>
    </Stack>
  );
}

function RoleFields({ form, app }: Props) {
  const donors = app.roles.filter(({ reason }) => reason === 'donor');
  return (
    <Stack as="fieldset" gap={4}>
      <Legend>Roles</Legend>
      <Text tone="muted">
        A bot gives these roles to linked accounts and takes them back when their reason ends. Enter
        the id of each role; empty: no role. Do not give these roles by hand.
      </Text>
      <PasswordField
        {...form.field('botToken')}
        label="Token of the bot"
        autoComplete="off"
        hint={`${app.hasBotToken ? keepHint : ''} The bot needs the permission “Manage Roles”, and its own role above those that it gives.`}
      />
      <Columns min="sm">
        {rankReasons.map(({ reason, label }) => (
          <TextField
            key={reason}
            {...form.field(reason)}
            {...plain}
            label={label}
            defaultValue={app.roles.find((rule) => rule.reason === reason)?.roleId}
          />
        ))}
      </Columns>
      {donorTiers.map((tier) => (
        <Columns key={tier} min="sm">
          <NumberField
            {...form.field(`coins-${tier}`)}
            label={`Donor role ${tier + 1}: coins bought, at least`}
            defaultValue={donors[tier]?.coins}
            min={1}
          />
          <TextField
            {...form.field(`donor-${tier}`)}
            {...plain}
            label={`Donor role ${tier + 1}: id`}
            defaultValue={donors[tier]?.roleId}
          />
        </Columns>
      ))}
    </Stack>
  );
}
