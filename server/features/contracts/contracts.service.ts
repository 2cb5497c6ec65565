import { createHash } from 'node:crypto';

import { toColumns } from '#server/db/columns.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import {
  findLatestReloads,
  queueCommand,
} from '#server/features/game-commands/commands.service.ts';
import { getSkills } from '#server/features/hiscores/skills.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { Work } from '#server/lib/data/change.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import type { GameContract } from '#shared/endpoints/bridge.ts';
import { contractLimits } from '#shared/endpoints/contracts.ts';
import type { Contract, ContractDraft } from '#shared/endpoints/contracts.ts';
import { AppError, invalidField } from '#shared/errors.ts';

import * as contracts from './contracts.db.ts';
import type { ContractRow } from './contracts.db.ts';

type ContractDeps = Pick<Deps, 'db' | 'live'>;

export async function listContracts({ db }: Pick<Deps, 'db'>) {
  const [rows, sync] = [await contracts.findContracts(db), await findLatestReloads(db)];
  return {
    contracts: rows.map(toContract),
    sync: sync.map(withIsoDates),
  };
}

/** The enabled contracts. The ETag changes if and only if they do. */
export async function fetchGameContracts(
  db: Db,
): Promise<{ etag: string; contracts: GameContract[] }> {
  const rows = (await contracts.findContracts(db)).filter(({ enabled }) => enabled);
  const used = rows.map(
    ({ enabled: _enabled, version: _version, updatedAt: _at, updatedBy: _by, ...contract }) =>
      contract,
  );
  const hash = createHash('sha256').update(JSON.stringify(used)).digest('base64url');
  return { etag: `"${hash.slice(0, 22)}"`, contracts: used };
}

export async function createContract(
  deps: ContractDeps,
  actor: Actor,
  { copyOf, ...draft }: ContractDraft & { copyOf?: number | undefined },
): Promise<Contract> {
  return changeContracts(deps, actor, async (trx, audit) => {
    await assertKnownSkill({ ...deps, db: trx }, draft.skill, 'skill');
    assertWithinLimit((await contracts.lockContracts(trx)) + 1);
    const row = await contracts.insertContract(trx, toRow(draft, actor));
    audit(copyOf ? 'contracts/duplicated' : 'contracts/created', row.id, {
      after: { ...draft, ...(copyOf && { copyOf }) },
    });
    return toContract(row);
  });
}

export async function updateContract(
  deps: ContractDeps,
  actor: Actor,
  edit: { id: number; draft: Partial<ContractDraft>; version?: number | undefined },
): Promise<Contract> {
  const { id, draft, version } = edit;
  return changeContracts(deps, actor, async (trx, audit) => {
    const before = await getLockedContract(trx, id);
    if (version !== undefined && version !== before.version) {
      const text =
        'Someone else changed this contract while you were editing. Cancel, check the changes and try again.';
      throw new AppError('contracts/outdated', text);
    }
    if (draft.skill) await assertKnownSkill({ ...deps, db: trx }, draft.skill, 'skill');
    const row = toRow({ ...pickDraft(before), ...draft }, actor);
    const after = await contracts.updateContract(trx, id, row);
    audit('contracts/changed', id, { before: pickDraft(before), after: pickDraft(after) });
    return toContract(after);
  });
}

export async function deleteContract(deps: ContractDeps, actor: Actor, id: number): Promise<void> {
  await changeContracts(deps, actor, async (trx, audit) => {
    const before = await getLockedContract(trx, id);
    await contracts.deleteContract(trx, id);
    audit('contracts/deleted', id, { before: pickDraft(before) });
  });
}

/** Imports the whole file or nothing. */
export async function importContracts(
  deps: ContractDeps,
  actor: Actor,
  { contracts: drafts, mode }: { contracts: ContractDraft[]; mode: 'add' | 'replace' },
): Promise<{ added: number; removed: number }> {
  return changeContracts(deps, actor, async (trx, audit) => {
    for (const [at, { skill }] of drafts.entries()) {
      await assertKnownSkill({ ...deps, db: trx }, skill, `contracts.${at}.skill`);
    }
    const known = await contracts.lockContracts(trx);
    const removed = mode === 'replace' ? known : 0;
    assertWithinLimit(known - removed + drafts.length);
    const before = mode === 'replace' ? (await contracts.findContracts(trx)).map(pickDraft) : [];
    if (mode === 'replace') await contracts.deleteContracts(trx);
    for (const draft of drafts) await contracts.insertContract(trx, toRow(draft, actor));
    audit('contracts/imported', mode, {
      ...(before.length > 0 && { before: { contracts: before } }),
      after: { added: drafts.length, removed, names: drafts.map(({ name }) => name) },
    });
    return { added: drafts.length, removed };
  });
}

export async function exportContracts({ db }: Pick<Deps, 'db'>): Promise<string> {
  const rows = await contracts.findContracts(db);
  return `${JSON.stringify({ contracts: rows.map(pickDraft) }, null, 2)}\n`;
}

/** Also makes the games fetch the contracts again. */
function changeContracts<T>(deps: ContractDeps, actor: Actor, work: Work<T>): Promise<T> {
  return change(deps, actor, 'admin', async (trx, audit) => {
    const result = await work(trx, audit);
    await queueCommand(deps, trx, { type: 'reloadContracts', args: {}, actor });
    return result;
  });
}

function toRow(draft: ContractDraft, actor: Actor) {
  return { ...toColumns(draft), updated_by: actor.name };
}

function pickDraft(row: ContractRow): ContractDraft {
  const { id: _id, version: _version, updatedAt: _at, updatedBy: _by, ...draft } = row;
  return draft;
}

function toContract(row: ContractRow): Contract {
  const { id, version, updatedAt, updatedBy } = row;
  return { ...pickDraft(row), id, version, updatedAt: updatedAt.toISOString(), updatedBy };
}

async function assertKnownSkill(deps: ContractDeps, name: string, field: string): Promise<void> {
  const skills = await getSkills(deps);
  if (!skills.some((skill) => skill.name === name)) throw invalidField(field, 'Choose a skill.');
}

function assertWithinLimit(count: number): void {
  if (count <= contractLimits.contracts) return;
  const text = `There can be at most ${contractLimits.contracts} contracts.`;
  throw new AppError('request/invalid', text);
}

async function getLockedContract(trx: Db, id: number): Promise<ContractRow> {
  const contract = await contracts.lockContract(trx, id);
  if (contract) return contract;
  throw new AppError('contracts/not-found', 'There is no such contract, or it was deleted.');
}
