import { call } from '#client/lib/api.ts';
import { classNames } from '#client/ui/class-names.ts';
import { actionsColumn, column, numberColumn } from '#client/ui/data/columns.tsx';
import { DataTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { ActionSwitch, DeleteIcon } from '#client/ui/form/action-button.tsx';
import { IconLink } from '#client/ui/form/link-button.tsx';
import { SkillIcon } from '#client/ui/icon/skill-icon.tsx';
import { Muted } from '#client/ui/text/text.tsx';
import { TitleLink } from '#client/ui/text/title-link.tsx';
import type { Contract } from '#shared/endpoints/contracts.ts';

import styles from './admin-contracts-page.module.css';

type Props = { contracts: Contract[]; all: Contract[] };

export function ContractTable({ contracts, all }: Props) {
  const total = all.reduce((sum, { enabled, weight }) => sum + (enabled ? weight : 0), 0);
  return (
    <DataTable
      dense
      caption="Contracts"
      columns={columnsFor(total)}
      rows={contracts}
      rowKey={({ id }) => id}
    />
  );
}

function columnsFor(total: number): Column<Contract>[] {
  return [
    column(
      'Contract',
      (contract) => (
        <>
          <TitleLink
            to="/admin/contracts"
            search={{ edit: String(contract.id) }}
            className={classNames(styles.name, !contract.enabled && styles.off)}
          >
            <SkillIcon skill={contract.skill} labelled className={styles.skill} />
            {contract.name}
          </TitleLink>
          <span className={styles.facts}>
            {contract.type} · level {contract.level} · {amountOf(contract)}
          </span>
        </>
      ),
      { rowHeader: true },
    ),
    column('Type', ({ type }) => type, { narrow: true, priority: 2 }),
    numberColumn('Level', ({ level }) => level, { priority: 2 }),
    numberColumn('Amount', amountOf, { priority: 2 }),
    numberColumn('Item id', ({ itemId }) => String(itemId), { priority: 3 }),
    column(
      'Turn in to',
      ({ npcName, npcId }) => (
        <>
          {npcName} <Muted>({npcId})</Muted>
        </>
      ),
      { priority: 3 },
    ),
    numberColumn(
      'Weight',
      ({ weight, enabled }) => (
        <>
          {weight}{' '}
          <Muted>{enabled && total > 0 ? `(${((weight / total) * 100).toFixed(1)}%)` : ''}</Muted>
        </>
      ),
      { priority: 3 },
    ),
    column(
      'In use',
      ({ id, name, enabled }) => (
        <ActionSwitch
          label={`${name} is in use`}
          checked={enabled}
          action={(next) => ({
            call: () => setEnabled(id, next),
            undo: () => setEnabled(id, enabled),
            done: `${name} is ${next ? 'in use' : 'no longer in use'}.`,
          })}
        />
      ),
      { narrow: true },
    ),
    actionsColumn((contract) => <RowActions contract={contract} />),
  ];
}

function setEnabled(id: number, enabled: boolean) {
  return call('PATCH /api/admin/contracts/{id}', { params: { id: String(id) }, body: { enabled } });
}

function RowActions({ contract: { id, name } }: { contract: Contract }) {
  return (
    <div className={styles.row}>
      <IconLink
        to="/admin/contracts"
        search={{ edit: String(id) }}
        icon="pencil"
        label={`Edit ${name}`}
        className={styles.edit}
      />
      <IconLink
        to="/admin/contracts"
        search={{ copy: String(id) }}
        icon="copy"
        label={`Duplicate ${name}`}
      />
      <DeleteIcon
        name={name}
        ask={`Delete the contract “${name}”?`}
        call={() => call('DELETE /api/admin/contracts/{id}', { params: { id: String(id) } })}
        done="Contract deleted."
      />
    </div>
  );
}

function amountOf({ minAmount, maxAmount }: Contract): string {
  const [least, most] = [count(minAmount), count(maxAmount)];
  return least === most ? least : `${least}–${most}`;
}

function count(amount: number): string {
  return amount.toLocaleString('en');
}
