import type { Deps } from '#server/deps.ts';
import { getAccount } from '#server/features/accounts/accounts.service.ts';

import { noteInfraction, sanctionPlayer } from './manage.service.ts';

const day = 86_400_000;

/** A banned player, a muted player and their infractions. */
export async function loadDemoModeration(deps: Deps): Promise<void> {
  const { id, username } = await getAccount(deps.db, 'Wyn Admin');
  const actor = { id, name: username, ip: '192.0.2.10' };
  const notes = [
    ['Wicker', 'Offered Wyncoins for real gold in the market square.'],
    ['Wicker', 'Did it again after a friendly word.'],
    ['Kettle Jack', 'Shouted through the whole Harvest Feast.'],
  ] as const;
  for (const [name, note] of notes) await noteInfraction(deps, { username: name, actor }, note);
  await sanctionPlayer(
    deps,
    { username: 'Wicker', actor },
    {
      kind: 'ban',
      reason: 'Trading outside the game.',
      expiresAt: new Date(Date.now() + 14 * day),
    },
  );
  await sanctionPlayer(
    deps,
    { username: 'Kettle Jack', actor },
    {
      kind: 'mute',
      reason: 'Shouting. A quiet day will do.',
      expiresAt: new Date(Date.now() + day),
    },
  );
}
