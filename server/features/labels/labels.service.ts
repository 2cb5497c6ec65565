import { createHash } from 'node:crypto';

import type { Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { findChanges } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { EditedLabels, Label, LabelsDraft } from '#shared/endpoints/labels.ts';
import { AppError, invalidField } from '#shared/errors.ts';
import { formatCount } from '#shared/rules/format-count.ts';
import { toNameKey } from '#shared/rules/labels.ts';
import type { LabelListName } from '#shared/rules/labels.ts';
import { parseJson } from '#shared/rules/parse-json.ts';

import * as queries from './labels.db.ts';
import type { LabelRow } from './labels.db.ts';

/** Saved as a whole, by the version that was read: the second of two admins is refused, and nothing is lost. */
const texts = {
  news: { list: 'news categories', one: 'post', many: 'posts', choose: 'Choose a category.' },
  events: {
    list: 'event types',
    one: 'event',
    many: 'events',
    choose: 'Choose one of the event types.',
  },
} as const;

const fields = { news: 'category', events: 'type' } as const;

export async function getLabels(
  { db }: Pick<Deps, 'db'>,
  list: LabelListName,
): Promise<EditedLabels> {
  const labels = await queries.findLabels(db, list);
  return { version: versionOf(labels), labels };
}

export async function saveLabels(
  deps: Pick<Deps, 'db' | 'live'>,
  list: LabelListName,
  { version, labels }: LabelsDraft,
  actor: Actor,
): Promise<EditedLabels> {
  return change(deps, actor, ['site', list], async (trx, audit) => {
    await queries.lockLabels(trx, list);
    const before = await queries.findLabels(trx, list);
    if (version !== versionOf(before)) throw outdated(list);
    const after = addKeys(labels, before);
    const kept = new Set(after.map(({ key }) => key));
    const removed = before.filter(({ key }) => !kept.has(key));
    assertUnused(list, removed);
    const removedKeys = removed.map(({ key }) => key);
    await queries.deleteLabels(trx, list, removedKeys);
    await queries.upsertLabels(
      trx,
      after.map((label, at) => toRow(list, label, at + 1)),
    );
    const described = {
      ...Object.fromEntries(removedKeys.map((key) => [key, undefined])),
      ...describe(after),
    };
    const changes = findChanges(describe(before), described);
    audit(`${list}/labels-changed`, texts[list].list, changes);
    return getLabels({ db: trx }, list);
  });
}

/** The name of a label for a post or an event. Refuses hidden ones, except the one that it already has. */
export async function chooseLabel(
  trx: Trx,
  list: LabelListName,
  { key, present }: { key: string; present?: string | undefined },
): Promise<string> {
  const label = await queries.lockLabel(trx, list, key);
  if (label && (!label.isHidden || key === present)) return label.name;
  throw unknownLabel(list);
}

export function getDefaultLabel({ db }: Pick<Deps, 'db'>, list: LabelListName): Promise<string> {
  return queries.findFirstVisibleKey(db, list);
}

export function unknownLabel(list: LabelListName): AppError {
  return invalidField(fields[list], texts[list].choose);
}

function versionOf(labels: readonly Label[]): string {
  const content = labels.map(({ key, name, icon, tone, isHidden }) => [
    key,
    name,
    icon,
    tone,
    isHidden,
  ]);
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}

/** A new label's key is its name. */
function addKeys(labels: LabelsDraft['labels'], before: readonly LabelRow[]): Label[] {
  const known = new Set(before.map(({ key }) => key));
  const taken = new Set(known);
  return labels.map(({ key, ...look }) => {
    if (key !== null && !known.has(key)) {
      throw new AppError('request/invalid', `The list has no label with the key “${key}”.`);
    }
    const ownKey = key ?? findFreeKey(look.name, taken);
    taken.add(ownKey);
    return { ...look, key: ownKey };
  });
}

/** The key can be taken if its label was renamed. The router would quote JSON in addresses. */
function findFreeKey(name: string, taken: ReadonlySet<string>): string {
  let key = name;
  for (let number = 2; taken.has(key) || parseJson(key) !== undefined; number += 1)
    key = `${name} ${number}`;
  return key;
}

function assertUnused(list: LabelListName, removed: readonly LabelRow[]): void {
  const used = removed.find(({ uses }) => uses > 0);
  if (!used) return;
  const { one, many } = texts[list];
  const count = formatCount(used.uses, `${one} has it`, `${many} have it`);
  throw new AppError(
    'labels/in-use',
    `“${used.name}” cannot be deleted: ${count}. Hide it instead, then nobody can choose it any more.`,
  );
}

function outdated(list: LabelListName): AppError {
  return new AppError(
    'admin/outdated',
    `Someone else has changed the ${texts[list].list} since you opened them. Check the list and try again.`,
  );
}

function toRow(list: LabelListName, { key, name, icon, tone, isHidden }: Label, position: number) {
  return { list, key, name, name_key: toNameKey(name), icon, tone, position, is_hidden: isHidden };
}

/** For the audit log: one line per label, in order. */
function describe(labels: readonly Label[]): Record<string, string> {
  return Object.fromEntries(
    labels.map(({ key, name, icon, tone, isHidden }, at) => {
      return [key, `${at + 1}. ${name} (${icon}, ${tone}${isHidden ? ', hidden' : ''})`];
    }),
  );
}
