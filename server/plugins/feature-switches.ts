import type { FastifyInstance } from 'fastify';

import type { SwitchableFeature } from '#shared/endpoints/site-settings.ts';
import { AppError } from '#shared/errors.ts';

import type { Deps } from '../deps.ts';
import { isOn } from '../lib/data/feature-switches.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers 404 while this feature is switched off. */
    feature?: SwitchableFeature | undefined;
  }
}

export function registerFeatureSwitches(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', async (request) => {
    const { feature } = request.routeOptions.config;
    if (!feature || (await isOn(deps, feature))) return;
    throw new AppError('request/not-found', 'There is nothing here.');
  });
}

/** Every route in the scope goes with the feature, unless its config names another one or undefined. */
export function markRoutes(scope: FastifyInstance, feature: SwitchableFeature): void {
  scope.addHook('onRoute', (route) => {
    route.config = { feature, ...route.config };
  });
}
