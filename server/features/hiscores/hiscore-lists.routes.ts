import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/endpoints/hiscore-lists.ts';

import { counters, dismissUnknownReport, listUnknownReports, modes } from './edit-lists.service.ts';

/** The admin screen of game modes and counters. */
export function registerListRoutes({ on, deps }: Pick<FeatureContext, 'on' | 'deps'>): void {
  on(endpoints.listManagedModes, async () => ({ modes: await modes.list(deps) }));
  on(endpoints.createMode, ({ actor, body }) => modes.create(deps, actor, body));
  on(endpoints.reorderModes, async ({ actor, body }) => ({
    modes: await modes.reorder(deps, actor, body.ids),
  }));
  on(endpoints.updateMode, ({ actor, params, body }) =>
    modes.update(deps, actor, { id: params.id, draft: body }),
  );
  on(endpoints.deleteMode, ({ actor, params }) => modes.remove(deps, actor, params.id));

  on(endpoints.listManagedCounters, async () => ({ counters: await counters.list(deps) }));
  on(endpoints.createCounter, ({ actor, body }) => counters.create(deps, actor, body));
  on(endpoints.reorderCounters, async ({ actor, body }) => ({
    counters: await counters.reorder(deps, actor, body.ids),
  }));
  on(endpoints.updateCounter, ({ actor, params, body }) =>
    counters.update(deps, actor, { id: params.id, draft: body }),
  );
  on(endpoints.deleteCounter, ({ actor, params }) => counters.remove(deps, actor, params.id));

  on(endpoints.listUnknownReports, async () => ({ reports: await listUnknownReports(deps) }));
  on(endpoints.dismissUnknownReport, ({ actor, params }) =>
    dismissUnknownReport(deps, actor, params),
  );
}
