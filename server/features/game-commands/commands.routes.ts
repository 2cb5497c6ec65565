import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/game-servers.ts';

import { listCommands, sendCommand } from './commands.service.ts';

export function registerCommandRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.listCommands, ({ query }) => listCommands(deps, query));

  on(endpoints.sendCommand, async ({ actor, body: { serverId, ...command } }) => ({
    ids: await sendCommand(deps, {
      ...command,
      actor,
      ...(serverId !== undefined && { serverId }),
    }),
  }));
}
