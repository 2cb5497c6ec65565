import { useNavigate, useSearch } from '@tanstack/react-router';

import { SelectField } from '#client/ui/select-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { contractTypes } from '#shared/bridge.ts';

import { contractSkills } from './contract-skills.ts';
import type { ContractsFilter } from './contracts-search.ts';

import styles from './admin-contracts-page.module.css';

export function ContractFilters() {
  const { skill, type, q } = useSearch({ from: '/admin/contracts' });
  const navigate = useNavigate();
  function choose(change: Partial<ContractsFilter>) {
    const search = { skill, type, q, ...change };
    void navigate({ to: '/admin/contracts', search, replace: true, resetScroll: false });
  }
  return (
    <search className={styles.filters}>
      <TextField
        hideLabel
        icon="search"
        label="Find a contract"
        placeholder="Name, NPC or item id"
        defaultValue={q}
        maxLength={80}
        onChange={(event) => choose({ q: event.target.value })}
      />
      <SelectField
        hideLabel
        label="Skill"
        placeholder="All skills"
        value={skill ?? ''}
        options={contractSkills()}
        onChange={({ target: { value } }) => choose({ skill: value || undefined })}
      />
      <SelectField
        hideLabel
        label="Type"
        placeholder="All types"
        value={type ?? ''}
        options={contractTypes}
        onChange={({ target: { value } }) =>
          choose({ type: contractTypes.find((type) => type === value) })
        }
      />
    </search>
  );
}
