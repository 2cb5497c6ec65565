import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/endpoints/hiscore-lists.ts';

import * as counters from './edit-counters.service.ts';
import * as modes from './edit-modes.service.ts';
import { dismissUnknownReport, listUnknownReports } from './unknown-reports.service.ts';

/** The admin screen of game modes and counters. */
export function registerListRoutes({ on, deps }: Pick<FeatureContext, 'on' | 'deps'>): void {
  on(endpoints.listManagedModes, () => modes.listManagedModes(deps));
  on(endpoints.createMode, ({ actor, body }) => modes.createMode(deps, actor, body));
  on(endpoints.reorderModes, ({ actor, body }) => modes.reorderModes(deps, actor, body.ids));
  on(endpoints.updateMode, ({ actor, params, body }) =>
    modes.updateMode(deps, actor, params.id, body),
  );
  on(endpoints.deleteMode, ({ actor, params }) => modes.deleteMode(deps, actor, params.id));

  on(endpoints.listManagedCounters, () => counters.listManagedCounters(deps));
  on(endpoints.createCounter, ({ actor, body }) => counters.createCounter(deps, actor, body));
  on(endpoints.reorderCounters, ({ actor, body }) =>
    counters.reorderCounters(deps, actor, body.ids),
  );
  on(endpoints.updateCounter, ({ actor, params, body }) =>
    counters.updateCounter(deps, actor, params.id, body),
  );
  on(endpoints.deleteCounter, ({ actor, params }) =>
    counters.deleteCounter(deps, actor, params.id),
  );

  on(endpoints.listUnknownReports, () => listUnknownReports(deps));
  on(endpoints.dismissUnknownReport, ({ actor, params }) =>
    dismissUnknownReport(deps, actor, params),
  );
}
