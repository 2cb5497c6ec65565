import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Deps } from '#server/deps.ts';
import type { FeatureContext } from '#server/feature.ts';
import { sendPreview } from '#server/features/site/preview.routes.ts';
import { getPreview } from '#server/features/site/preview.service.ts';
import type { Preview } from '#server/features/site/preview.service.ts';
import { createTopicCache } from '#server/lib/data/topic-cache.ts';
import { documentedAs } from '#server/plugins/route.ts';
import * as endpoints from '#shared/endpoints/events.ts';
import { AppError } from '#shared/errors.ts';
import { formatEventTime } from '#shared/rules/events.ts';

import { renderCalendar } from './calendar.ts';
import { findCalendarEvent, findCalendarEvents, findEvent } from './events.db.ts';
import * as events from './events.service.ts';
import * as reminders from './reminders.service.ts';

const hidden = { schema: { hide: true } } as const;

export function registerEventRoutes({ app, on, deps }: FeatureContext): void {
  on(endpoints.listEvents, ({ query }) =>
    query.month ? events.listMonth(deps, query.month) : events.listUpcoming(deps, query.limit),
  );

  on(endpoints.createEvent, ({ account, body }) => events.createEvent(deps, account, body));

  on(endpoints.updateEvent, ({ params, body, ...caller }) =>
    events.updateEvent(deps, caller, params.id, body),
  );

  on(endpoints.deleteEvent, ({ params, ...caller }) => events.deleteEvent(deps, caller, params.id));

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
  registerPreview(app, deps);
}

function registerCalendarFiles(app: FastifyInstance, { db, config, brand }: Deps): void {
  const readSite = async () => ({ siteName: (await brand.read()).name, siteUrl: config.siteUrl });

  app.get(
    endpoints.getCalendar.path,
    documentedAs(endpoints.getCalendar),
    async (request, reply) => {
      const calendar = renderCalendar(await findCalendarEvents(db), await readSite());
      return sendCalendar(calendar, request, reply);
    },
  );

  const oneEvent = documentedAs(endpoints.getCalendarEvent);
  app.get('/events/:id(^\\d{1,15}).ics', oneEvent, async (request, reply) => {
    const { id } = request.params as { id: number };
    const event = await findCalendarEvent(db, id);
    if (!event) throw notFound();
    reply.header('content-disposition', `attachment; filename="event-${event.id}.ics"`);
    return sendCalendar(renderCalendar([event], await readSite()), request, reply);
  });
}

function registerPreview(app: FastifyInstance, deps: Deps): void {
  const previews = createTopicCache<Preview>(deps.live, 50);
  app.addHook('onClose', async () => previews.close());
  app.get('/og/events/:id(^\\d{1,15}).png', hidden, async (request, reply) => {
    const { id } = request.params as { id: string };
    const preview = await previews.get(id, ['events', 'site'], async () => {
      const event = await findEvent(deps.db, Number(id));
      if (!event) throw notFound();
      const note = formatEventTime(event.startsAt, 'UTC');
      return getPreview(deps, { title: event.title, label: event.typeName, note });
    });
    return sendPreview(preview, request, reply);
  });
}

function notFound(): AppError {
  return new AppError('events/not-found', 'This event does not exist or was deleted.');
}

function sendCalendar(calendar: string, request: FastifyRequest, reply: FastifyReply) {
  const etag = `"${createHash('sha1').update(calendar).digest('base64url')}"`;
  reply.header('cache-control', 'no-cache').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.type('text/calendar; charset=utf-8').send(calendar);
}
