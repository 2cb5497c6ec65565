import type { Deps } from '#server/deps.ts';
import { getAccount } from '#server/features/accounts/accounts.service.ts';
import { actorOf, recordAudit } from '#server/lib/audit.ts';
import type { On } from '#server/lib/route.ts';
import { getLedgerCheck, getStatement, getStatementOf, runLedgerCheck } from '#shared/wallet.ts';

import { findLedgerCheck, verifyLedger } from './verify.service.ts';
import { listStatement } from './wallet.service.ts';

export function registerWalletRoutes(on: On, deps: Pick<Deps, 'db'>): void {
  const { db } = deps;

  on(getStatement, ({ account, query }) => listStatement(db, account.id, query.page));

  on(getStatementOf, async ({ params, query }) => {
    const { id } = await getAccount(db, params.username);
    return listStatement(db, id, query.page);
  });

  on(getLedgerCheck, async () => ({ check: (await findLedgerCheck(db)) ?? null }));

  on(runLedgerCheck, async ({ account, request }) => {
    const check = await verifyLedger(deps);
    const actor = actorOf(account, request);
    const { isSound } = check;
    await recordAudit(db, {
      actor,
      action: 'wallet/verified',
      subject: 'ledger',
      after: { isSound },
    });
    return { check };
  });
}
