import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { useForm } from '#client/lib/form.ts';
import type { Form as FormState } from '#client/lib/form.ts';
import type { Edited } from '#client/lib/search.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import { Columns, Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { CodeBlock } from '#client/ui/text/code-block.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { voteLimits } from '#shared/endpoints/votes.ts';
import type { ManagedVoteList, VoteListDraft } from '#shared/endpoints/votes.ts';
import { listPresets, tokenLengths } from '#shared/rules/votes.ts';

import { managedVotesQuery, saveList } from './admin-votes.queries.ts';
import { reasonTexts } from './reason-texts.ts';
import { RewardFields } from './reward-fields.tsx';
import { checkList } from './vote-forms.ts';

const generic: VoteListDraft = {
  name: '',
  link: '',
  tokenParameter: '',
  successParameter: '',
  successValue: '',
  tokenAlphabet: 'mixed',
  tokenLength: tokenLengths.mixed.usual,
  intervalHours: 12,
  method: 'any',
  senders: [],
  coins: 0,
  shopItemId: null,
  isOn: true,
};

const headings = { new: 'New List', copy: 'New List from a Copy', edit: 'Edit List' };

export function ListEditor({ edited }: { edited: Edited<ManagedVoteList> }) {
  const navigate = useNavigate();
  // Keep the list as it was opened; live updates must not change the version that the save is based on.
  const [opened, setOpened] = useState(edited);
  const [preset, setPreset] = useState('');
  const form = useForm({
    check: checkList,
    send: (draft) => saveList(opened, draft),
    onDone: async ({ id, name }) => {
      const isNew = edited.kind !== 'edit';
      const rest = isNew ? ' Now give the list its callback address.' : '';
      showToast(`“${name}” is saved.${rest}`, { tone: 'success' });
      await navigate({ to: '/admin/votes', search: isNew ? { edit: String(id) } : {} });
    },
  });
  const chosen = listPresets.find(({ name }) => name === preset);
  const start = opened.item ?? { ...generic, ...chosen };

  /** A new address makes a new version too, without a change of the fields. */
  function follow({ version }: ManagedVoteList) {
    setOpened((before) =>
      before.kind === 'edit' && version === before.item.version + 1
        ? { ...before, item: { ...before.item, version } }
        : before,
    );
  }

  return (
    <Stack>
      {edited.kind === 'edit' && <CallbackPanel list={edited.item} onRenewed={follow} />}
      <Panel variant="plain" heading={headings[edited.kind]} icon="pencil">
        <Form
          form={form}
          submitLabel="Save List"
          buttons={<LinkButton to="/admin/votes">Cancel</LinkButton>}
        >
          {edited.kind === 'new' && (
            <SelectField
              label="Start from"
              placeholder="Another list"
              value={preset}
              options={listPresets.map(({ name }) => name)}
              onChange={({ target }) => setPreset(target.value)}
              hint="Fills in the fields below. Check them with the list: their addresses change."
            />
          )}
          <Fields key={preset} form={form} start={start} />
        </Form>
      </Panel>
    </Stack>
  );
}

function Fields({ form, start }: { form: FormState; start: VoteListDraft }) {
  const { data } = useQuery(managedVotesQuery);
  const given = (name: keyof VoteListDraft, label: string, hint?: string) => ({
    ...form.field(name),
    label,
    hint,
    defaultValue: String(start[name]),
    autoComplete: 'off',
    spellCheck: false,
  });
  return (
    <>
      <Columns min="sm">
        <TextField required {...given('name', 'Name')} maxLength={voteLimits.name} />
        <NumberField required {...given('intervalHours', 'Hours until the next vote')} min={1} />
      </Columns>
      <TextField
        required
        {...given('link', 'Link to vote', linkHint)}
        maxLength={voteLimits.link}
      />
      <Columns min="sm">
        <RewardFields form={form} start={start} items={data?.items ?? []} />
      </Columns>
      <Text as="h3" size="lg" strong>
        Callback
      </Text>
      <Columns min="sm">
        <TextField {...given('tokenParameter', 'Parameter with the token', anyHint)} />
        <TextField {...given('successParameter', 'Parameter for success', successHint)} />
        <TextField {...given('successValue', 'Its value if the vote counted')} />
      </Columns>
      <Columns min="sm">
        <SelectField {...given('method', 'Method')} options={methods} />
        <TextField {...given('senders', 'Allowed senders', sendersHint)} />
      </Columns>
      <Columns min="sm">
        <SelectField {...given('tokenAlphabet', 'Characters of the token')} options={alphabets} />
        <NumberField required {...given('tokenLength', 'Length of the token', lengthHint)} />
      </Columns>
      <Checkbox
        name="isOn"
        label="On"
        hint="Players see only lists that are on."
        defaultChecked={start.isOn}
      />
    </>
  );
}

const linkHint =
  'Put {token} where the list wants the incentive, and your own id where it wants that.';
const anyHint = 'Empty: the token may be in any parameter.';
const successHint = 'Says whether the vote counted. Empty: every callback means a vote.';
const sendersHint = 'Addresses or host names, separated by commas. Empty: all.';
const lengthHint = `Usual: ${tokenLengths.mixed.usual}, with digits only ${tokenLengths.digits.usual}.`;
const methods = [{ value: 'any', label: 'GET or POST' }, 'GET', 'POST'];
const alphabets = [
  { value: 'mixed', label: 'Letters and digits' },
  { value: 'letters', label: 'Letters' },
  { value: 'digits', label: 'Digits' },
];

type CallbackProps = { list: ManagedVoteList; onRenewed: (list: ManagedVoteList) => void };

function CallbackPanel({ list: { id, name, callbackUrl }, onRenewed }: CallbackProps) {
  const params = { id: String(id) };
  return (
    <Panel variant="plain" heading="Callback Address" icon="link">
      <Stack gap={4}>
        <Text as="p" tone="muted">
          Enter this address at {name}. Keep it secret: it proves that a callback comes from the
          list.
        </Text>
        {callbackUrl ? (
          <CodeBlock label="Callback address" code={callbackUrl} />
        ) : (
          <Callout tone="danger">
            The key of this site has changed, so the old address is lost. Make a new one.
          </Callout>
        )}
        <Row>
          <ActionButton
            action={{
              name: 'Send a Test Callback',
              icon: 'refresh',
              call: () => call('POST /api/admin/votes/lists/{id}/test', { params }),
              done: ({ reason }) =>
                reason === 'test'
                  ? 'The test callback was understood. It gave no reward.'
                  : `The test callback was refused: ${reasonTexts[reason].label}.`,
            }}
          />
          <ActionButton
            tone="quiet"
            action={{
              name: 'New Address',
              ask: `Give ${name} a new callback address? The old one stops working at once.`,
              danger: true,
              call: async () =>
                onRenewed(await call('POST /api/admin/votes/lists/{id}/secret', { params })),
              done: 'The list has a new callback address.',
            }}
          />
        </Row>
      </Stack>
    </Panel>
  );
}
