import type { Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { getAccount } from '#server/features/accounts/accounts.service.ts';
import { changeAccount } from '#server/features/accounts/change-account.service.ts';
import type { ChangeRequest } from '#server/features/accounts/change-account.service.ts';
import { findNextRename, renameAccount } from '#server/features/accounts/rename.service.ts';
import { queueCommand } from '#server/features/game-commands/commands.service.ts';
import { renamePlayer } from '#server/features/hiscores/rename.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { getSetting } from '#server/lib/data/settings.ts';
import type { SessionAccount } from '#server/plugins/session.ts';
import type { NameChange } from '#shared/endpoints/players.ts';
import { AppError } from '#shared/errors.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { playerSettings } from './players.settings.ts';

type RenameDeps = Pick<Deps, 'brand' | 'db' | 'live'>;

export async function getNameChange(
  deps: Pick<Deps, 'db' | 'live'>,
  account: SessionAccount,
): Promise<NameChange> {
  const cooldownDays = await getSetting(deps, playerSettings.renameDays);
  if (cooldownDays === null) return { cooldownDays, nextAt: null };
  const { renamedAt } = await getAccount(deps.db, account.username);
  const nextAt = findNextRename(renamedAt, cooldownDays);
  return { cooldownDays, nextAt: nextAt?.toISOString() ?? null };
}

/** By the player, under the rule that the admins have set. */
export async function changeOwnName(
  deps: RenameDeps,
  { account, actor }: { account: SessionAccount; actor: Actor },
  username: string,
): Promise<void> {
  const cooldownDays = await getSetting(deps, playerSettings.renameDays);
  if (cooldownDays === null) {
    throw new AppError('accounts/renaming-off', 'Names cannot be changed on this site.');
  }
  await change(deps, actor, 'admin', async (trx, audit) => {
    const { id: accountId } = account;
    const before = await renameEverywhere(deps, trx, { accountId, username, cooldownDays, actor });
    audit('accounts/renamed', toUsernameKey(username), {
      before: { username: before },
      after: { username },
    });
    await deps.live.publish(trx, { topic: 'me', accountId });
  });
}

export async function changePlayerName(
  deps: RenameDeps,
  request: ChangeRequest,
  username: string,
): Promise<void> {
  await changeAccount(deps, request, async (trx, { id: accountId }) => {
    const { actor } = request;
    const before = await renameEverywhere(deps, trx, { accountId, username, actor });
    return {
      action: 'accounts/renamed-by-admin',
      before: { username: before },
      after: { username },
    };
  });
}

type Rename = { accountId: number; username: string; cooldownDays?: number; actor: Actor };

/** Returns the earlier name. */
async function renameEverywhere(
  deps: RenameDeps,
  trx: Trx,
  { actor, ...rename }: Rename,
): Promise<string> {
  const { username: name } = rename;
  await deps.live.publish(trx, { topic: 'hiscores' });
  return renameAccount(deps, trx, {
    ...rename,
    async onRename({ username: player, usernameKey }) {
      await renamePlayer(trx, usernameKey, name);
      await queueCommand(deps, trx, { type: 'rename', args: { player, name }, actor });
    },
  });
}
