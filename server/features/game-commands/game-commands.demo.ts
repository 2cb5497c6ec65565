import * as z from 'zod/mini';

import { readDemoFile } from '#server/demo/content.ts';
import type { Deps } from '#server/deps.ts';
import { commandTypes } from '#shared/rules/commands.ts';

import { findCommandTargets } from './commands.db.ts';

const DemoCommand = z.strictObject({
  minutesAgo: z.number(),
  type: z.enum(commandTypes),
  args: z.record(z.string(), z.unknown()),
  state: z.enum(['done', 'failed', 'expired']),
  detail: z._default(z.nullable(z.string()), null),
});

/** For the first game server. */
export async function loadDemoCommands({ db }: Deps): Promise<void> {
  const [server] = await findCommandTargets(db);
  if (!server) return;
  const commands = await readDemoFile('game-commands.json', z.array(DemoCommand));
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await db
    .insertInto('game_commands')
    .values(
      commands.map(({ minutesAgo, type, args, state, detail }) => ({
        server_id: server.id,
        type,
        args: JSON.stringify(args),
        actor_name: 'Wyn Admin',
        state,
        detail,
        created_at: ago(minutesAgo),
        finished_at: ago(minutesAgo - 0.05),
      })),
    )
    .execute();
}
