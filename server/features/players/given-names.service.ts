import type { Trx } from '#server/db/schema.ts';
import {
  findAccountNames,
  keepOldName,
  repeatRename,
} from '#server/features/accounts/rename.service.ts';
import { reserveNames } from '#server/features/accounts/reserved-names.service.ts';
import type { GivenName } from '#server/features/accounts/reserved-names.service.ts';
import { renamePlayer } from '#server/features/hiscores/rename.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

/** Repeats renames made after the backup and reserves new names: a stranger would get the character the games know. */
export async function applyGivenNames(
  trx: Trx,
  given: GivenName[],
): Promise<{ renamed: number; reserved: number; notRenamed: { from: string; to: string }[] }> {
  const names = await findAccountNames(
    trx,
    given.map(({ id }) => id),
  );
  const isRenamed = ({ id, name }: GivenName) =>
    toUsernameKey(names.get(id) ?? name) !== toUsernameKey(name);
  const wanted = given.filter(isRenamed);
  const renamed = await repeatRenames(trx, wanted);
  const taken = new Set(given.map(({ name }) => toUsernameKey(name)));
  for (const { id } of renamed) {
    const old = names.get(id);
    // An admin may have released the old name, and another player has it now.
    if (old && !taken.has(toUsernameKey(old))) await keepOldName(trx, id, old);
  }
  const lost = given.filter(({ id }) => !names.has(id)).map(({ name }) => ({ username: name }));
  const { added } = await reserveNames({ db: trx }, commandLine, lost, { isAudited: false });
  const notRenamed = wanted
    .filter((one) => !renamed.includes(one))
    .map(({ id, name }) => ({ from: names.get(id) ?? '', to: name }));
  return { renamed: renamed.length, reserved: added, notRenamed };
}

/** Again while there is progress: a name may be free only after its holder was renamed. */
async function repeatRenames(trx: Trx, given: GivenName[]): Promise<GivenName[]> {
  const done: GivenName[] = [];
  for (const one of given) {
    const isDone = await repeatRename(trx, {
      accountId: one.id,
      username: one.name,
      onRename: ({ usernameKey }) => renamePlayer(trx, usernameKey, one.name),
    });
    if (isDone) done.push(one);
  }
  if (done.length === 0) return done;
  const waiting = given.filter((one) => !done.includes(one));
  return [...done, ...(await repeatRenames(trx, waiting))];
}
