import { addDays, offsetAt, toInstant, toLocal } from '#shared/rules/event-series.ts';

/** Days in the zone. */
type Span = { zone: string; firstDay: string; until: string };

/** One VTIMEZONE per time zone, with the changes of the clocks while the series run. */
export function describeZones(spans: readonly Span[]): string[] {
  const zones = new Set(spans.map(({ zone }) => zone));
  return [...zones].toSorted().flatMap((zone) => {
    const ofZone = spans.filter((span) => span.zone === zone);
    const firstDay = ofZone.map((span) => span.firstDay).toSorted()[0] ?? '';
    const until =
      ofZone
        .map((span) => span.until)
        .toSorted()
        .at(-1) ?? '';
    return describeZone({ zone, firstDay, until });
  });
}

/** 20261120T190000 */
export function toLocalTime(day: string, time: string): string {
  return `${day}T${time}00`.replaceAll(/[-:]/g, '');
}

/** Some browsers name a zone by its offset, with a colon. */
export function toZoneParameter(zone: string): string {
  return `TZID=${zone.includes(':') ? `"${zone}"` : zone}`;
}

function describeZone({ zone, firstDay, until }: Span): string[] {
  const start = toInstant(addDays(firstDay, -1), '00:00', zone);
  const end = toInstant(addDays(until, 1), '00:00', zone);
  const changes = findChanges(zone, start, end);
  const first = offsetAt(start, zone);
  const standard = Math.min(first, ...changes.map(({ to }) => to));
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...describeOffset({ local: '19700101T000000', from: first, to: first }, standard),
    ...changes.flatMap((change) => describeOffset(change, standard)),
    'END:VTIMEZONE',
  ];
}

/** `local` is the time on the clock that is then changed. */
type Change = { local: string; from: number; to: number };

function describeOffset({ local, from, to }: Change, standard: number): string[] {
  const kind = to > standard ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${local}`,
    `TZOFFSETFROM:${formatOffset(from)}`,
    `TZOFFSETTO:${formatOffset(to)}`,
    `END:${kind}`,
  ];
}

function findChanges(zone: string, start: Date, end: Date): Change[] {
  const changes: Change[] = [];
  let from = offsetAt(start, zone);
  for (let at = start.getTime(); at < end.getTime(); at += 86_400_000) {
    const to = offsetAt(new Date(at + 86_400_000), zone);
    if (to === from) continue;
    const moment = findFirst(at, at + 86_400_000, (time) => offsetAt(new Date(time), zone) === to);
    const { day, time } = toLocal(new Date(moment + from), 'UTC');
    changes.push({ local: toLocalTime(day, time), from, to });
    from = to;
  }
  return changes;
}

/** The first minute in which it is true. It is false at `low`, true at `high`, and changes once. */
function findFirst(low: number, high: number, isTrue: (time: number) => boolean): number {
  if (high - low <= 60_000) return high;
  const middle = low + Math.floor((high - low) / 120_000) * 60_000;
  return isTrue(middle) ? findFirst(low, middle, isTrue) : findFirst(middle, high, isTrue);
}

/** +0100 */
function formatOffset(milliseconds: number): string {
  const minutes = Math.abs(milliseconds) / 60_000;
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${milliseconds < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${pad(minutes % 60)}`;
}
