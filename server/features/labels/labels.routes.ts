import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/endpoints/labels.ts';

import { getLabels, saveLabels } from './labels.service.ts';

export function registerLabelRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.getNewsCategories, () => getLabels(deps, 'news'));
  on(endpoints.saveNewsCategories, ({ body, actor }) => saveLabels(deps, 'news', body, actor));
  const ofEvents = { feature: 'events' } as const;
  on(endpoints.getEventTypes, () => getLabels(deps, 'events'), ofEvents);
  on(
    endpoints.saveEventTypes,
    ({ body, actor }) => saveLabels(deps, 'events', body, actor),
    ofEvents,
  );
}
