import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Deps } from '#server/deps.ts';
import type { FeatureContext } from '#server/feature.ts';
import { documentedAs } from '#server/plugins/route.ts';
import * as endpoints from '#shared/endpoints/events.ts';
import { formatEventTime } from '#shared/rules/events.ts';

import { renderCalendar } from './calendar.ts';
import { findCalendarEvent, findCalendarEvents, findEvent } from './events.db.ts';
import * as events from './events.service.ts';
import * as reminders from './reminders.service.ts';
import { findCalendarSeries } from './series.db.ts';

export function registerEventRoutes({ app, on, deps, preview }: FeatureContext): void {
  on(endpoints.listEvents, ({ query }) =>
    query.month ? events.listMonth(deps, query.month) : events.listUpcoming(deps, query.limit),
  );

  on(endpoints.createEvent, ({ account, body }) => events.createEvent(deps, account, body));

  on(endpoints.updateEvent, ({ params, body, ...caller }) =>
    events.updateEvent(deps, caller, params.id, body),
  );

  on(endpoints.deleteEvent, ({ params, query, ...caller }) =>
    events.deleteEvent(deps, caller, params.id, query),
  );

  const states = [
    [endpoints.markInterested, 'interested'],
    [endpoints.markGoing, 'going'],
    [endpoints.unmarkAttendance, 'none'],
  ] as const;
  for (const [endpoint, state] of states) {
    on(endpoint, ({ account, params, body }) =>
      events.setAttendance(deps, account, { eventId: params.id, state, userId: body?.userId }),
    );
  }

  on(endpoints.getEventSettings, () => events.getEventSettings(deps));

  on(endpoints.updateEventSettings, ({ actor, body }) =>
    events.updateEventSettings(deps, actor, body),
  );

  on(endpoints.getReminderSetting, ({ account }) => reminders.getReminderSetting(deps, account.id));

  on(endpoints.setReminderSetting, ({ account, body }) =>
    reminders.setReminderSetting(deps, account.id, body),
  );

  registerCalendarFiles(app, deps);

  preview('/og/events/:id(^\\d{1,15}).png', ['events', 'site'], async ({ id }) => {
    const event = await findEvent(deps.db, Number(id));
    if (!event) throw events.notFound();
    const note = formatEventTime(event.startsAt, 'UTC');
    return { title: event.title, label: event.typeName, note };
  });
}

function registerCalendarFiles(app: FastifyInstance, { db, config, brand }: Deps): void {
  const readSite = async () => ({ siteName: (await brand.read()).name, siteUrl: config.siteUrl });

  app.get(
    endpoints.getCalendar.path,
    documentedAs(endpoints.getCalendar),
    async (request, reply) => {
      const series = await findCalendarSeries(db);
      const calendar = renderCalendar(await findCalendarEvents(db), series, await readSite());
      return sendCalendar(calendar, request, reply);
    },
  );

  const oneEvent = documentedAs(endpoints.getCalendarEvent);
  app.get('/events/:id(^\\d{1,15}).ics', oneEvent, async (request, reply) => {
    const { id } = request.params as { id: number };
    const event = await findCalendarEvent(db, id);
    if (!event) throw events.notFound();
    reply.header('content-disposition', `attachment; filename="event-${event.id}.ics"`);
    return sendCalendar(renderCalendar([event], [], await readSite()), request, reply);
  });
}

function sendCalendar(calendar: string, request: FastifyRequest, reply: FastifyReply) {
  const etag = `"${createHash('sha1').update(calendar).digest('base64url')}"`;
  reply.header('cache-control', 'no-cache').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.type('text/calendar; charset=utf-8').send(calendar);
}
