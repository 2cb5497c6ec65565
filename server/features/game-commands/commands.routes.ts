import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/endpoints/game-servers.ts';

import { assertMaySend, listCommands, sendCommand } from './commands.service.ts';

export function registerCommandRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.listCommands, ({ query }) => listCommands(deps, query));

  on(endpoints.sendCommand, async ({ account, actor, body: { serverId, ...command } }) => {
    assertMaySend(account, command.type);
    const target = serverId !== undefined && { serverId };
    return { ids: await sendCommand(deps, { ...command, actor, ...target }) };
  });
}
