import { dateFormat } from '#shared/rules/date-format.ts';

/** The viewer's time zone, such as Europe/London. */
export const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `GMT`, `CET` or `GMT-5`: the name that applies on that date. */
function ownZoneName(dateTime: string): string {
  const parts = dateFormat({ timeZoneName: 'short' }).formatToParts(new Date(dateTime));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ownZone;
}

/** `Europe/London (GMT)`, or `UTC` alone. */
export function describeOwnZone(dateTime: string): string {
  const name = ownZoneName(dateTime);
  return name === ownZone ? name : `${ownZone} (${name})`;
}

const clock = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const;

/** `8:00 pm` in the viewer's zone. */
export function formatClock(dateTime: string): string {
  return dateFormat(clock).format(new Date(dateTime));
}

/** The time in the host's zone; undefined if it is the same for the viewer. */
export function findHostTime(
  dateTime: string,
  zone: string,
  viewerZone: string | undefined,
): string | undefined {
  const options = { ...clock, weekday: 'short', timeZoneName: 'short' } as const;
  const date = new Date(dateTime);
  try {
    const there = dateFormat({ ...options, timeZone: zone });
    const here = dateFormat({ ...clock, timeZone: viewerZone });
    const isSame = dateFormat({ ...clock, timeZone: zone }).format(date) === here.format(date);
    return isSame ? undefined : there.format(date);
  } catch {
    return undefined;
  }
}
