import { useForm } from '#client/lib/form.ts';
import type { Form as FormState } from '#client/lib/form.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { NumberField, PasswordField, TextField } from '#client/ui/form/text-field.tsx';
import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { CodeBlock } from '#client/ui/text/code-block.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { DiscordOverview } from '#shared/endpoints/discord.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { checkApp, donorTiers, rankReasons } from './app-form.ts';
import { saveApp } from './discord.queries.ts';

/** One form: the parts need each other's fields. */
export function AppPanels({ overview }: { overview: DiscordOverview }) {
  const { app } = overview;
  const form = useForm({
    check: checkApp,
    send: saveApp,
    onDone: () => showToast('Saved.', { tone: 'success' }),
  });
  return (
    <Panel variant="plain" heading="Server, Accounts and Roles" icon="users">
      <Form form={form} submitLabel="Save" tone="secondary">
        <TextField
          {...form.field('guildId')}
          {...plain}
          label="Id of your Discord server"
          defaultValue={app.guildId}
          hint="At Discord: settings, Advanced, Developer Mode; then right-click the server, Copy Server ID."
        />
        <WidgetPart overview={overview} />
        <AccountPart form={form} overview={overview} />
        <RolePart form={form} overview={overview} />
      </Form>
    </Panel>
  );
}

const plain = { autoComplete: 'off', spellCheck: false };

type Props = { form: FormState; overview: DiscordOverview };

function WidgetPart({ overview: { app, online, widgetFailure } }: Omit<Props, 'form'>) {
  const now = online === null ? '' : ` Now: ${formatCount(online, 'member')} online.`;
  return (
    <>
      <Checkbox
        name="showsOnline"
        label="Show members online in the header and the footer"
        hint={`Needs the server widget, in the settings of your Discord server.${now}`}
        defaultChecked={app.showsOnline}
      />
      {widgetFailure && <Callout tone="warning">{widgetFailure}</Callout>}
    </>
  );
}

function AccountPart({ form, overview: { app, linkedAccounts } }: Props) {
  return (
    <Stack as="fieldset" gap={4}>
      <Text as="legend" size="lg">
        Linked accounts
      </Text>
      <Text tone="muted">
        Players link their Discord account in their settings.{' '}
        {formatCount(linkedAccounts, 'account is', 'accounts are')} linked. Create an application in
        Discord’s developer portal, and add this redirect under OAuth2:
      </Text>
      <CodeBlock code={app.redirectUrl} label="Redirect" />
      <Columns min="sm">
        <TextField
          {...form.field('clientId')}
          {...plain}
          label="Client id"
          defaultValue={app.clientId}
        />
        <SecretField
          form={form}
          name="clientSecret"
          label="Client secret"
          isSet={app.hasClientSecret}
        />
      </Columns>
    </Stack>
  );
}

function RolePart({ form, overview: { app, rolesFailure } }: Props) {
  const roleOf = (reason: string) => app.roles.find((rule) => rule.reason === reason)?.roleId ?? '';
  const donors = app.roles.filter(({ reason }) => reason === 'donor');
  return (
    <Stack as="fieldset" gap={4}>
      <Text as="legend" size="lg">
        Roles
      </Text>
      <Text tone="muted">
        A bot gives these roles to linked accounts and takes them back when their reason ends. Enter
        the id of each role; empty: no role. Do not give these roles by hand.
      </Text>
      {rolesFailure && <Callout tone="warning">{rolesFailure}</Callout>}
      <SecretField
        form={form}
        name="botToken"
        label="Token of the bot"
        isSet={app.hasBotToken}
        hint="The bot needs the permission “Manage Roles”, and its own role above those that it gives."
      />
      <Columns min="sm">
        {rankReasons.map(({ reason, label }) => (
          <TextField
            key={reason}
            {...form.field(reason)}
            {...plain}
            label={label}
            defaultValue={roleOf(reason)}
          />
        ))}
      </Columns>
      {donorTiers.map((tier) => (
        <Columns key={tier} min="sm">
          <NumberField
            {...form.field(`coins-${tier}`)}
            label={`Donor role ${tier + 1}: coins bought, at least`}
            defaultValue={String(donors[tier]?.coins ?? '')}
            min={1}
          />
          <TextField
            {...form.field(`donor-${tier}`)}
            {...plain}
            label={`Donor role ${tier + 1}: id`}
            defaultValue={donors[tier]?.roleId ?? ''}
          />
        </Columns>
      ))}
    </Stack>
  );
}

type SecretProps = {
  form: FormState;
  name: string;
  label: string;
  isSet: boolean;
  hint?: string;
};

function SecretField({ form, name, label, isSet, hint = '' }: SecretProps) {
  const state = isSet ? 'Set. Leave it empty to keep it, or enter “-” to remove it.' : '';
  return (
    <PasswordField
      {...form.field(name)}
      label={label}
      autoComplete="off"
      hint={[state, hint].filter(Boolean).join(' ') || undefined}
    />
  );
}
