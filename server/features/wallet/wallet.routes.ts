import type { FeatureContext } from '#server/feature.ts';
import { getAccount } from '#server/features/accounts/accounts.service.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import * as endpoints from '#shared/endpoints/wallet.ts';

import { findLedgerCheck, runLedgerCheck } from './ledger-check.service.ts';
import { getStatement } from './wallet.service.ts';

export function registerWalletRoutes({ on, deps }: FeatureContext): void {
  const { db } = deps;

  on(endpoints.getStatement, ({ account, query }) => getStatement(db, account.id, query.page));

  on(endpoints.getStatementOf, async ({ params, query }) => {
    const { id } = await getAccount(db, params.username);
    return getStatement(db, id, query.page);
  });

  on(endpoints.getLedgerCheck, async () => ({ check: (await findLedgerCheck(db)) ?? null }));

  on(endpoints.runLedgerCheck, async ({ actor }) => {
    const check = await runLedgerCheck(deps);
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
