import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { checkValues, toNumber, useForm } from '#client/lib/form.ts';
import { actionsColumn, column } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { ActionButton, ActionSwitch } from '#client/ui/form/action-button.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { FormDialog } from '#client/ui/form/form.tsx';
import { NumberField, PasswordField } from '#client/ui/form/text-field.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Muted } from '#client/ui/text/text.tsx';
import { DiscordHookChange } from '#shared/endpoints/discord.ts';
import type { DiscordHook } from '#shared/endpoints/discord.ts';

import { saveHook } from './discord.queries.ts';
import { kindTexts } from './kind-texts.ts';

export function HookTable({ hooks }: { hooks: DiscordHook[] }) {
  const rows = hooks.map((hook) => ({ ...hook, id: hook.kind }));
  return (
    <Panel variant="plain" pad="none" heading="Messages" icon="news">
      <RecordTable caption="Messages" columns={columns} rows={rows} />
    </Panel>
  );
}

type HookRow = DiscordHook & { id: string };

const columns: Column<HookRow>[] = [
  column('Message', ({ kind }) => kindTexts[kind].label, { rowHeader: true }),
  column('When', ({ kind }) => <Muted>{kindTexts[kind].hint}</Muted>),
  column('Webhook', (hook) => <HookState hook={hook} />),
  column(
    'On',
    ({ kind, isOn, hint }) =>
      hint === null ? (
        '–'
      ) : (
        <ActionSwitch
          label={`${kindTexts[kind].label}: on`}
          checked={isOn}
          action={(next) => ({ call: () => saveHook(kind, { isOn: next }) })}
        />
      ),
    { narrow: true },
  ),
  actionsColumn((hook) => <HookActions hook={hook} />),
];

function HookState({ hook: { hint, failure } }: { hook: DiscordHook }) {
  if (hint === null) return <Muted>Not set</Muted>;
  if (failure === null) return `…${hint}`;
  return (
    <>
      <Chip tone="blood">Failed</Chip> <Muted>{failure}</Muted>
    </>
  );
}

function HookActions({ hook }: { hook: DiscordHook }) {
  const [isOpen, setIsOpen] = useState(false);
  const { kind, hint } = hook;
  const { label } = kindTexts[kind];
  return (
    <Row gap={1} nowrap end>
      {hint !== null && (
        <ActionButton
          size="sm"
          tone="quiet"
          label={`Test ${label}`}
          action={{
            name: 'Test',
            call: () => call('POST /api/admin/discord/hooks/{kind}/test', { params: { kind } }),
            done: 'Sent. Look at the channel.',
          }}
        />
      )}
      <Button
        size="sm"
        icon="pencil"
        aria-label={`Set up ${label}`}
        onClick={() => setIsOpen(true)}
      >
        {hint === null ? 'Set Up' : 'Edit'}
      </Button>
      {isOpen && <HookDialog hook={hook} onClose={() => setIsOpen(false)} />}
    </Row>
  );
}

function HookDialog({ hook, onClose }: { hook: DiscordHook; onClose: () => void }) {
  const { kind, hint, isOn, amount } = hook;
  const text = kindTexts[kind];
  const form = useForm({
    check: (fields) =>
      checkValues(DiscordHookChange, {
        isOn: hint === null ? true : isOn,
        ...(fields['address']?.trim() && { address: fields['address'].trim() }),
        ...(fields['amount'] !== undefined && { amount: toNumber(fields['amount']) }),
      }),
    send: (change) => saveHook(kind, change),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Set Up: ${text.label}`}
      submitLabel="Save"
      dialogSize="md"
      onClose={onClose}
    >
      <PasswordField
        {...form.field('address')}
        required={hint === null}
        label="Address of the webhook"
        autoComplete="off"
        hint={
          hint === null
            ? 'At Discord: settings of the channel, Integrations, Webhooks, New Webhook, Copy Webhook URL. Messages are on once it is saved.'
            : `Leave it empty to keep the one that ends with ${hint}.`
        }
      />
      {text.amount && (
        <NumberField
          {...form.field('amount')}
          required
          label={text.amount}
          min={1}
          defaultValue={String(amount)}
        />
      )}
      {hint !== null && (
        <Row>
          <ActionButton
            size="sm"
            tone="quiet"
            action={{
              name: 'Remove the Webhook',
              icon: 'trash',
              ask: `Remove the webhook? ${text.label} are no longer sent.`,
              danger: true,
              call: () => saveHook(kind, { isOn: false, address: null }).finally(onClose),
              done: 'Webhook removed.',
            }}
          />
        </Row>
      )}
    </FormDialog>
  );
}
