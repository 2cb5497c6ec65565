import { runLongWork } from '#server/db/statement-limit.ts';
import type { Deps } from '#server/deps.ts';
import type { Job } from '#server/lib/data/jobs.ts';

import { runLedgerCheck } from './ledger-check.service.ts';
import { sumDays } from './wallet.db.ts';

export function walletJobs(deps: Deps): Job[] {
  return [
    {
      name: 'wallet/verify-ledger',
      everySeconds: 3600,
      async run() {
        const { isSound, rules } = await runLedgerCheck(deps);
        if (isSound) return;
        const broken = rules.filter(({ breaches }) => breaches > 0);
        throw new Error(
          `The ledger does not add up: ${broken.map(({ name }) => name).join('; ')}.`,
        );
      },
    },
    { name: 'wallet/sum-days', everySeconds: 3600, run: () => runLongWork(() => sumDays(deps.db)) },
  ];
}
