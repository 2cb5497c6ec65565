import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { IconButton, buttonClass } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { SkillIcon } from '#client/ui/skill-icon.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { Contract } from '#shared/contracts.ts';

import { deleteContract, enableContract } from './contracts.queries.ts';

import styles from './admin-contracts-page.module.css';

type Props = { contracts: Contract[]; all: Contract[] };

export function ContractTable({ contracts, all }: Props) {
  const total = all.reduce((sum, { enabled, weight }) => sum + (enabled ? weight : 0), 0);
  return (
    <DataTable
      caption="Contracts"
      columns={columnsFor(total)}
      rows={contracts}
      rowKey={({ id }) => id}
      phone="cards"
      dense
    />
  );
}

function columnsFor(total: number): Column<Contract>[] {
  return [
    {
      key: 'name',
      label: 'Contract',
      rowHeader: true,
      cell: ({ id, name, skill, enabled }) => (
        <Link
          to="/admin/contracts"
          search={{ edit: String(id) }}
          className={classNames(styles.name, !enabled && styles.off)}
        >
          <SkillIcon skill={skill} labelled className={styles.skill} />
          {name}
        </Link>
      ),
    },
    { key: 'type', label: 'Type', narrow: true, cell: ({ type }) => type },
    { key: 'level', label: 'Level', numeric: true, narrow: true, cell: ({ level }) => level },
    {
      key: 'amount',
      label: 'Amount',
      numeric: true,
      narrow: true,
      cell: ({ minAmount, maxAmount }) =>
        minAmount === maxAmount ? count(minAmount) : `${count(minAmount)}–${count(maxAmount)}`,
    },
    {
      key: 'item',
      label: 'Item id',
      numeric: true,
      narrow: true,
      priority: 3,
      cell: ({ itemId }) => itemId,
    },
    {
      key: 'npc',
      label: 'Turn in to',
      priority: 2,
      cell: ({ npcName, npcId }) => (
        <>
          {npcName} <span className={styles.share}>({npcId})</span>
        </>
      ),
    },
    {
      key: 'weight',
      label: 'Weight',
      numeric: true,
      narrow: true,
      priority: 3,
      cell: ({ weight, enabled }) => (
        <>
          {weight}{' '}
          <span className={styles.share}>
            {enabled && total > 0 ? `(${((weight / total) * 100).toFixed(1)}%)` : ''}
          </span>
        </>
      ),
    },
    { key: 'enabled', label: 'In use', narrow: true, cell: (one) => <InUse contract={one} /> },
    {
      key: 'actions',
      label: 'Actions',
      header: '',
      narrow: true,
      cell: (one) => <RowActions contract={one} />,
    },
  ];
}

function InUse({ contract }: { contract: Contract }) {
  const saving = useMutation({
    mutationFn: (enabled: boolean) => enableContract(contract.id, enabled),
    onError: (error) => showToast(error.message, { tone: 'danger' }),
  });
  return (
    <Switch
      label={`${contract.name} is in use`}
      checked={saving.isPending ? saving.variables : contract.enabled}
      onChange={(enabled) => saving.mutate(enabled)}
    />
  );
}

const iconLinkClass = buttonClass({ tone: 'quiet', size: 'sm', square: true });

function RowActions({ contract }: { contract: Contract }) {
  const deleting = useMutation({
    mutationFn: () => confirmDelete(contract),
    onError: (error) => showToast(error.message, { tone: 'danger' }),
  });
  return (
    <div className={styles.row}>
      <Link
        to="/admin/contracts"
        search={{ edit: String(contract.id) }}
        className={iconLinkClass}
        aria-label={`Edit ${contract.name}`}
      >
        <Icon name="pencil" />
      </Link>
      <Link
        to="/admin/contracts"
        search={{ copy: String(contract.id) }}
        className={iconLinkClass}
        aria-label={`Duplicate ${contract.name}`}
      >
        <Icon name="copy" />
      </Link>
      <IconButton
        size="sm"
        icon="trash"
        label={`Delete ${contract.name}`}
        pending={deleting.isPending}
        onClick={() => deleting.mutate()}
      />
    </div>
  );
}

async function confirmDelete({ id, name }: Contract): Promise<void> {
  const text = `Delete the contract “${name}”?`;
  if (!(await askConfirm(text, { confirmLabel: 'Delete', tone: 'danger' }))) return;
  await deleteContract(id);
  showToast('Contract deleted.', { tone: 'success' });
}

function count(amount: number): string {
  return amount.toLocaleString('en');
}
