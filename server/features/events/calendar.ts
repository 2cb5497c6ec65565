import type { CalendarRow } from './events.db.ts';

// iCalendar (RFC 5545): lines end in CRLF and are folded at 75 bytes. All times are UTC: calendars
// convert them to the user's zone, so the file needs no VTIMEZONE.

type Site = { siteName: string; siteUrl: string };

/** Calendars need a duration, but our events only have a start. */
const duration = 'PT1H';

export function renderCalendar(rows: readonly CalendarRow[], site: Site): string {
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
    ...rows.flatMap((row) => describeEvent(row, site)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function describeEvent(row: CalendarRow, { siteName, siteUrl }: Site): string[] {
  const host = new URL(siteUrl).hostname;
  const isCancelled = row.deletedAt !== null;
  const address = `${siteUrl}/events?event=${row.id}`;
  const paragraphs = [
    row.description,
    ...(row.creator ? [`Hosted by ${row.creator}`] : []),
    address,
  ];
  return [
    'BEGIN:VEVENT',
    `UID:event-${row.id}@${host}`,
    `DTSTAMP:${toUtc(row.updatedAt)}`,
    `CREATED:${toUtc(row.createdAt)}`,
    `LAST-MODIFIED:${toUtc(row.updatedAt)}`,
    `SEQUENCE:${row.sequence}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTART:${toUtc(row.startsAt)}`,
    `DURATION:${duration}`,
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
