import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { flushSync } from 'react-dom';

import { Button, buttonClass } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { Checkbox } from '#client/ui/choice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { NumberField, TextField } from '#client/ui/text-field.tsx';
import { TextareaField } from '#client/ui/textarea-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { contractTypes } from '#shared/bridge.ts';
import { contractLimits, contractSkills } from '#shared/contracts.ts';
import type { ContractDraft } from '#shared/contracts.ts';
import { AppError } from '#shared/errors.ts';
import type { FieldErrors } from '#shared/errors.ts';

import { readContractForm } from './contract-form.ts';
import { saveContract } from './contracts.queries.ts';
import type { Edited } from './contracts.queries.ts';

import styles from './admin-contracts-page.module.css';

const headings = {
  new: 'New contract',
  copy: 'New contract, from a copy',
  edit: 'Edit contract',
};

export function ContractEditor({ edited }: { edited: Edited }) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const [errors, setErrors] = useState<FieldErrors>({});
  const saving = useMutation({
    mutationFn: (draft: ContractDraft) => saveContract(edited, draft),
    onError: (error) => show((error instanceof AppError && error.fields) || {}),
    onSuccess: async ({ name }) => {
      showToast(`“${name}” is saved.`, { tone: 'success' });
      await navigate({ to: '/admin/contracts' });
    },
  });

  function show(found: FieldErrors) {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { draft, problems } = readContractForm(event.currentTarget);
    show(problems ?? {});
    if (draft && !saving.isPending) saving.mutate(draft);
  }

  const hasFieldErrors = Object.keys(errors).length > 0;
  return (
    <Panel variant="plain" heading={headings[edited.kind]} icon="pencil">
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <Fields start={startFrom(edited)} errors={errors} />
        {saving.isError && !hasFieldErrors && (
          <Callout tone="danger" live>
            {saving.error.message}
          </Callout>
        )}
        <div className={styles.buttons}>
          <Button type="submit" tone="primary" pending={saving.isPending}>
            Save contract
          </Button>
          <Link to="/admin/contracts" className={buttonClass()}>
            Cancel
          </Link>
        </div>
      </form>
    </Panel>
  );
}

type FieldsProps = { start: Partial<ContractDraft>; errors: FieldErrors };

function Fields({ start, errors }: FieldsProps) {
  const given = (name: keyof ContractDraft) => ({
    name,
    defaultValue: start[name] === undefined ? '' : String(start[name]),
    error: errors[name],
  });
  return (
    <>
      <div className={styles.fields}>
        <TextField
          required
          {...given('name')}
          label="Name"
          maxLength={80}
          autoComplete="off"
          className={styles.wide}
        />
        <SelectField required {...given('type')} label="Type" options={contractTypes} />
        <SelectField required {...given('skill')} label="Skill" options={contractSkills} />
        <NumberField required {...given('level')} label="Required level" min={1} max={99} />
      </div>
      <div className={styles.fields}>
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
      </div>
      <div className={styles.fields}>
        <TextField
          required
          {...given('npcName')}
          label="Turn-in NPC"
          maxLength={60}
          autoComplete="off"
          className={styles.wide}
        />
        <NumberField required {...given('npcId')} label="NPC id" min={0} max={65_535} />
      </div>
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

function startFrom(edited: Edited): Partial<ContractDraft> {
  if (edited.kind === 'new') return { type: 'Gather', skill: 'Woodcutting', level: 1, weight: 10 };
  const { contract } = edited;
  if (edited.kind === 'edit') return contract;
  return { ...contract, name: `${contract.name} (copy)`.slice(0, 80) };
}
