import { useNavigate } from '@tanstack/react-router';

import type { Form as FormState } from '#client/lib/form.ts';
import { useForm } from '#client/lib/form.ts';
import type { Edited } from '#client/lib/search.ts';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Columns } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { contractTypes } from '#shared/endpoints/bridge.ts';
import { contractLimits } from '#shared/endpoints/contracts.ts';
import type { Contract, ContractDraft } from '#shared/endpoints/contracts.ts';

import { checkContract } from './contract-form.ts';
import { useContractSkills } from './contract-skills.ts';
import { saveContract } from './contracts.queries.ts';

import styles from './admin-contracts-page.module.css';

const headings = {
  new: 'New Contract',
  copy: 'New Contract from a Copy',
  edit: 'Edit Contract',
};

export function ContractEditor({ edited }: { edited: Edited<Contract> }) {
  const navigate = useNavigate();
  const [firstSkill = ''] = useContractSkills();
  const form = useForm({
    check: checkContract,
    send: (draft) => saveContract(edited, draft),
    done: ({ name }) => `“${name}” is saved.`,
    onDone: () => navigate({ to: '/admin/contracts' }),
  });
  return (
    <Panel variant="plain" heading={headings[edited.kind]} icon="pencil">
      <Form
        form={form}
        submitLabel="Save Contract"
        buttons={<LinkButton to="/admin/contracts">Cancel</LinkButton>}
      >
        <Fields start={startFrom(edited, firstSkill)} form={form} />
      </Form>
    </Panel>
  );
}

type FieldsProps = { start: Partial<ContractDraft>; form: FormState };

function Fields({ start, form }: FieldsProps) {
  const given = (name: keyof ContractDraft) => ({
    ...form.field(name),
    defaultValue: start[name] === undefined ? '' : String(start[name]),
  });
  return (
    <>
      <Columns min="sm">
        <TextField
          required
          {...given('name')}
          label="Name"
          maxLength={80}
          className={styles.wide}
        />
        <SelectField required {...given('type')} label="Type" options={contractTypes} />
        <SelectField required {...given('skill')} label="Skill" options={useContractSkills()} />
        <NumberField required {...given('level')} label="Required level" min={1} max={99} />
      </Columns>
      <Columns min="sm">
        <NumberField required {...given('itemId')} label="Item id" min={0} max={65_535} />
        <NumberField required {...given('minAmount')} label="Minimum amount" min={1} />
        <NumberField required {...given('maxAmount')} label="Maximum amount" min={1} />
        <NumberField
          required
          {...given('weight')}
          label="Weight"
          min={0}
          max={contractLimits.weight}
          hint="How often it is handed out, relative to the others."
        />
      </Columns>
      <Columns min="sm">
        <TextField
          required
          {...given('npcName')}
          label="Turn-in NPC"
          maxLength={60}
          className={styles.wide}
        />
        <NumberField required {...given('npcId')} label="NPC id" min={0} max={65_535} />
      </Columns>
      <TextareaField
        {...given('description')}
        label="Description"
        hint="What the NPC says when handing it out."
        rows={3}
        maxLength={contractLimits.description}
      />
      <Checkbox
        name="enabled"
        label="In use"
        hint="The game hands out only contracts in use."
        defaultChecked={start.enabled ?? true}
      />
    </>
  );
}

function startFrom(edited: Edited<Contract>, skill: string): Partial<ContractDraft> {
  if (edited.kind === 'new') return { type: 'Gather', skill, level: 1, weight: 10 };
  const { item: contract } = edited;
  if (edited.kind === 'edit') return contract;
  return { ...contract, name: `${contract.name} (copy)`.slice(0, 80) };
}
