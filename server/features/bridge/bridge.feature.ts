import type { Feature } from '#server/feature.ts';

import { deleteOldAnswers } from './bridge.db.ts';
import { bridgePersonalData } from './bridge.personal-data.ts';
import { registerBridgeRoutes } from './bridge.routes.ts';
import { registerGamePasswordRoutes } from './game-passwords.routes.ts';

export const bridge: Feature = {
  name: 'bridge',
  personalData: bridgePersonalData,
  async routes(context) {
    registerGamePasswordRoutes(context);
    await registerBridgeRoutes(context);
  },
  jobs: ({ db }) => [{ name: 'bridge/tidy', everySeconds: 900, run: () => deleteOldAnswers(db) }],
};
