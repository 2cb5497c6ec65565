import { randomUUID } from 'node:crypto';

import type { Deps } from '#server/deps.ts';
import { createAccount } from '#server/features/accounts/accounts.service.ts';
import { startSession } from '#server/features/accounts/sessions.service.ts';
import { paymentSettings } from '#server/features/payments/payments.settings.ts';
import { runLedgerCheck } from '#server/features/wallet/ledger-check.service.ts';
import { adjustCoins } from '#server/features/wallet/wallet.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { setSetting } from '#server/lib/data/settings.ts';

// Shared by the soaks that kill servers: accounts to start with, and the check of the ledger.

export type Client = { id: number; name: string; cookie: string };

/** Creates an account with coins and a session. Rights must be set before a session of staff starts. */
export async function addClient(
  deps: Deps,
  {
    name,
    coins,
    rights = 0,
    signedInAt,
  }: { name: string; coins: number; rights?: number; signedInAt?: Date | undefined },
): Promise<Client> {
  const email = `${name}@example.test`;
  const account = { username: name, email, password: randomUUID(), isEmailVerified: true };
  const id = await createAccount(deps, account);
  if (coins > 0) {
    const gift = { accountId: id, amount: coins, reason: 'Opening balance', key: `first ${id}` };
    await adjustCoins(deps, commandLine, gift);
  }
  await deps.db.updateTable('accounts').set({ user_rights: rights }).where('id', '=', id).execute();
  // Taken after the account was made: staff cannot use a sign-in from before it.
  const visitor = { ip: '127.0.0.1', userAgent: 'soak', signedInAt: signedInAt ?? new Date() };
  return { id, name, cookie: `session=${await startSession(deps.db, id, visitor)}` };
}

export async function liftPaymentLimits(deps: Deps): Promise<void> {
  const most = { value: 1_000_000_000, by: null };
  await setSetting(deps, paymentSettings.openCheckoutsPerHour, most);
  await setSetting(deps, paymentSettings.dailyCents, most);
  await setSetting(deps, paymentSettings.monthlyCents, most);
}

export async function findLedgerBreaches(deps: Pick<Deps, 'db'>): Promise<string[]> {
  const { rules } = await runLedgerCheck(deps);
  return rules
    .filter(({ breaches }) => breaches > 0)
    .map(({ name, breaches, examples }) => `${name}: ${breaches} (${examples.join('; ')})`);
}
