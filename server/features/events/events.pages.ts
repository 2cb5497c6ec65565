import type { FeatureContext } from '#server/feature.ts';
import { shorten } from '#server/lib/html/teaser.ts';
import type { PageDescription } from '#server/lib/pages/page-registry.ts';
import { firstRead } from '#server/lib/pages/page-registry.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';
import { queryKey } from '#shared/query-key.ts';
import { formatEventTime } from '#shared/rules/events.ts';

import { listUpcoming } from './events.service.ts';

export function describeEventPages({ pages, deps }: FeatureContext): void {
  pages.addAddresses(['events'], async () => {
    const events = await listUpcoming(deps);
    return [{ path: '/events' }, ...events.map(({ id }) => ({ path: `/events?event=${id}` }))];
  });

  pages.describe('/events', async ({ query }) => {
    const events = await listUpcoming(deps);
    const data = [firstRead(queryKey('events', 'GET /api/events', { query: {} }), events)];
    const event = events.find(({ id }) => id === query.event);
    const site = { name: (await deps.brand.read()).name, url: deps.config.siteUrl };
    const types = (await deps.brand.readLabels()).events;
    const type = types.find(({ key }) => key === event?.type)?.name;
    return event
      ? { ...describeEvent(event, type ?? event.type, site), data }
      : { description: describeList(events, site.name), data };
  });
}

function describeEvent(
  event: GameEvent,
  type: string,
  site: { name: string; url: string },
): PageDescription {
  const path = `/events?event=${event.id}`;
  const time = formatEventTime(event.dateTime, 'UTC');
  return {
    title: event.title,
    description: shorten(`${time}. ${type}. ${event.description.replaceAll(/\s+/g, ' ')}`, 200),
    canonical: path,
    image: { path: `/og/events/${event.id}.png`, width: 1200, height: 630, alt: event.title },
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: event.title,
      description: event.description,
      startDate: event.dateTime,
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url: site.url + path },
      organizer: { '@type': 'Person', name: event.creatorId || site.name },
    },
  };
}

function describeList(events: GameEvent[], siteName: string): string {
  const next = events.slice(0, 3).map(({ title }) => title);
  if (next.length === 0) return `Upcoming events in ${siteName}: host your own.`;
  return shorten(`Upcoming events in ${siteName}: ${next.join(' · ')}`, 200);
}
