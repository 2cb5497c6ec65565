/** Where the viewer's clock stands, such as Europe/London. */
export const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `GMT`, `CET` or `GMT-5`, whichever is in force then. */
export function ownZoneName(dateTime: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' }).formatToParts(
    new Date(dateTime),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ownZone;
}

const clock = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const;

/** `8:00 pm` on the viewer's clock. */
export function formatClock(dateTime: string): string {
  return new Intl.DateTimeFormat('en-GB', clock).format(new Date(dateTime));
}

/** The host's own clock, where it differs from the viewer's; undefined where it does not. */
export function findHostTime(
  dateTime: string,
  zone: string,
  viewerZone: string | undefined,
): string | undefined {
  const options = { ...clock, weekday: 'short', timeZoneName: 'short' } as const;
  const date = new Date(dateTime);
  try {
    const there = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
    const here = new Intl.DateTimeFormat('en-GB', { ...clock, timeZone: viewerZone });
    const isSame =
      new Intl.DateTimeFormat('en-GB', { ...clock, timeZone: zone }).format(date) ===
      here.format(date);
    return isSame ? undefined : there.format(date);
  } catch {
    return undefined;
  }
}
