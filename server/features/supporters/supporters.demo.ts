import * as z from 'zod/mini';

import { transaction } from '#server/db/transaction.ts';
import { readDemoFile } from '#server/demo/content.ts';
import { findDemoPlayerIds } from '#server/demo/demo-players.ts';
import type { Deps } from '#server/deps.ts';
import { setNamedSupporter } from '#server/features/accounts/accounts.service.ts';
import { setSetting } from '#server/lib/data/settings.ts';
import { Goal, StepDraft } from '#shared/endpoints/supporters.ts';

import { replaceSteps, updateAllSupporters } from './supporters.db.ts';
import { supporterSettings } from './supporters.settings.ts';

const DemoSupporters = z.strictObject({
  goal: Goal,
  named: z.array(z.string()),
  steps: z.array(StepDraft),
});

/** After the demo's top-ups. */
export async function loadDemoSupporters(deps: Pick<Deps, 'db' | 'live'>): Promise<void> {
  const { goal, named, steps } = await readDemoFile('supporters.json', DemoSupporters);
  const ids = await findDemoPlayerIds(deps.db);
  await setSetting(deps, supporterSettings.goal, { value: goal, by: null });
  await transaction(deps.db, async (trx) => {
    await replaceSteps(
      trx,
      steps.map((step, at) => ({ ...step, id: at + 1 })),
    );
    for (const name of named) await setNamedSupporter(trx, ids.get(name) ?? 0, true);
    await updateAllSupporters(trx);
  });
}
