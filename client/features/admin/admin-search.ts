import { day, defineSearch, oneOf, text } from '#client/lib/search.ts';
import type { ChartRange } from '#shared/endpoints/dashboard.ts';

export const dashboardSearch = defineSearch({ days: oneOf<ChartRange>([7, 30, 90]) });

export const auditSearch = defineSearch({
  actor: text(100),
  action: text(100),
  subject: text(100),
  from: day,
  to: day,
});
