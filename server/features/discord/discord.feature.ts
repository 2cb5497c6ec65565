import type { Feature } from '#server/feature.ts';

import { discordPersonalData } from './discord.personal-data.ts';
import { registerDiscordRoutes } from './discord.routes.ts';
import { tidyDiscord } from './messages.db.ts';
import { announce } from './messages.service.ts';
import { settleRoles } from './roles.service.ts';
import { lookAtWidget } from './widget.service.ts';

export const discord = {
  name: 'discord',
  offSwitch: {
    label: 'Discord',
    whenOff:
      'Without it no messages are sent to Discord, members online are not shown, and accounts and roles stay as they are.',
  },
  personalData: discordPersonalData,
  routes: registerDiscordRoutes,
  jobs: (deps) => [
    { name: 'discord/announce', everySeconds: 15, run: (signal) => announce(deps, signal) },
    { name: 'discord/roles', everySeconds: 60, run: (signal) => settleRoles(deps, signal) },
    // A new number drops the cached pages, so not more often.
    { name: 'discord/widget', everySeconds: 300, run: () => lookAtWidget(deps) },
    { name: 'discord/tidy', everySeconds: 3600, run: () => tidyDiscord(deps.db) },
  ],
} satisfies Feature;
