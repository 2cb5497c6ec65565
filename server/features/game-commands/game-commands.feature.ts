import type { Feature } from '#server/feature.ts';

import { deleteOldCommands } from './commands.db.ts';
import { registerCommandRoutes } from './commands.routes.ts';
import { expireCommands } from './commands.service.ts';
import { loadDemoCommands } from './game-commands.demo.ts';
import { gameCommandsPersonalData } from './game-commands.personal-data.ts';

export const gameCommands: Feature = {
  name: 'game-commands',
  personalData: gameCommandsPersonalData,
  routes: registerCommandRoutes,
  jobs: (deps) => [
    { name: 'bridge/expire-commands', everySeconds: 5, run: () => expireCommands(deps) },
    {
      name: 'game-commands/delete-old',
      everySeconds: 900,
      run: () => deleteOldCommands(deps.db),
    },
  ],
  demo: loadDemoCommands,
};
