import * as z from 'zod/mini';

import { readDemoFile } from '#server/demo/content.ts';
import type { Deps } from '#server/deps.ts';
import { getAccount } from '#server/features/accounts/accounts.service.ts';
import { SanctionKind } from '#shared/endpoints/players.ts';

import { noteInfraction, sanctionPlayer } from './manage.service.ts';

const DemoModeration = z.strictObject({
  infractions: z.array(z.strictObject({ player: z.string(), note: z.string() })),
  sanctions: z.array(
    z.strictObject({
      player: z.string(),
      kind: SanctionKind,
      reason: z.string(),
      /** From now. */
      days: z.number(),
    }),
  ),
});

/** A banned player, a muted player and their infractions. */
export async function loadDemoModeration(deps: Deps): Promise<void> {
  const { infractions, sanctions } = await readDemoFile('moderation.json', DemoModeration);
  const { id, username } = await getAccount(deps.db, 'Wyn Admin');
  const actor = { id, name: username, ip: '192.0.2.10' };
  for (const { player, note } of infractions) {
    await noteInfraction(deps, { username: player, actor }, note);
  }
  for (const { player, kind, reason, days } of sanctions) {
    const expiresAt = new Date(Date.now() + days * 86_400_000);
    await sanctionPlayer(deps, { username: player, actor }, { kind, reason, expiresAt });
  }
}
