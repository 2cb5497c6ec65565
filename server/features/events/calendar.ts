import { toInstant } from '#shared/rules/event-series.ts';
import { eventHours } from '#shared/rules/events.ts';

import { describeZones, toLocalTime, toZoneParameter } from './calendar-zones.ts';
import type { CalendarRow } from './events.db.ts';
import type { CalendarSeries } from './series.db.ts';

// iCalendar (RFC 5545): lines end in CRLF and are folded at 75 bytes. Times of single events are UTC: calendars
// convert them to the user's zone. A series is one entry with a rule, in its own time zone, so that the time of
// day stays the same when the clocks change. Dates that were deleted or changed are exceptions of the rule.

type Site = { siteName: string; siteUrl: string };

export function renderCalendar(
  rows: readonly CalendarRow[],
  series: readonly CalendarSeries[],
  site: Site,
): string {
  const name = `${site.siteName} Events`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${escapeText(`-//${site.siteName}//Events//EN`)}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'X-WR-TIMEZONE:UTC',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...describeZones(series),
    ...series.flatMap((one) => describeSeries(one, site)),
    ...rows.flatMap((row) => {
      const ofRow = series.find(({ id }) => id === row.seriesId);
      return ofRow ? describeChangedDate(row, ofRow, site) : describeEvent(row, site);
    }),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function describeEvent(row: CalendarRow, site: Site): string[] {
  const start = [`DTSTART:${toUtc(row.startsAt)}`];
  return describe(row, site, { uid: `event-${row.id}`, start, address: addressOf(row, site) });
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

function describeSeries(series: CalendarSeries, site: Site): string[] {
  const { zone, time, everyWeeks, deletedDays } = series;
  const days = series.weekdays.map((weekday) => weekdays[weekday - 1]).join(',');
  const until = toUtc(toInstant(series.until, '23:59', zone));
  const start = [
    `DTSTART;${toZoneParameter(zone)}:${toLocalTime(series.firstDay, time)}`,
    `RRULE:FREQ=WEEKLY;INTERVAL=${everyWeeks};WKST=MO;BYDAY=${days};UNTIL=${until}`,
    ...deletedDays.map((day) => `EXDATE;${toZoneParameter(zone)}:${toLocalTime(day, time)}`),
  ];
  const uid = `series-${series.id}`;
  return describe(series, site, { uid, start, address: `${site.siteUrl}/events` });
}

function describeChangedDate(row: CalendarRow, series: CalendarSeries, site: Site): string[] {
  const day = toLocalTime(row.seriesDay ?? '', series.time);
  const start = [
    `RECURRENCE-ID;${toZoneParameter(series.zone)}:${day}`,
    `DTSTART:${toUtc(row.startsAt)}`,
  ];
  return describe(row, site, { uid: `series-${series.id}`, start, address: addressOf(row, site) });
}

function addressOf({ id }: CalendarRow, { siteUrl }: Site): string {
  return `${siteUrl}/events?event=${id}`;
}

type Entry = Omit<CalendarRow, 'id' | 'startsAt' | 'seriesId' | 'seriesDay'>;

function describe(
  row: Entry,
  { siteName, siteUrl }: Site,
  { uid, start, address }: { uid: string; start: string[]; address: string },
): string[] {
  const host = new URL(siteUrl).hostname;
  const isCancelled = row.deletedAt !== null;
  const paragraphs = [
    row.description,
    ...(row.creator ? [`Hosted by ${row.creator}`] : []),
    address,
  ];
  return [
    'BEGIN:VEVENT',
    `UID:${uid}@${host}`,
    `DTSTAMP:${toUtc(row.updatedAt)}`,
    `CREATED:${toUtc(row.createdAt)}`,
    `LAST-MODIFIED:${toUtc(row.updatedAt)}`,
    `SEQUENCE:${row.sequence}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...start,
    `DURATION:PT${eventHours}H`,
    `SUMMARY:${escapeText(isCancelled ? `Cancelled: ${row.title}` : row.title)}`,
    // Do not publish the text of a deleted event.
    ...(isCancelled
      ? []
      : [`DESCRIPTION:${escapeText(paragraphs.join('\n\n'))}`, `URL:${address}`]),
    `LOCATION:${escapeText(siteName)}`,
    `CATEGORIES:${escapeText(row.typeName)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** 20261120T200000Z */
function toUtc(date: Date): string {
  return `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

/** Folds at 75 bytes without splitting a character. Continuation lines start with a space. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 75) {
      parts.push(part);
      part = ' ';
      bytes = 1;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join('\r\n');
}
