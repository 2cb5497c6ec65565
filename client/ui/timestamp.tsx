type Props = { at: string; format?: 'full' | 'day' | undefined };

const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** A time in the reader's time zone. */
export function Timestamp({ at, format = 'full' }: Props) {
  return <time dateTime={at}>{(format === 'day' ? day : full).format(new Date(at))}</time>;
}

export function formatTimestamp(at: string): string {
  return full.format(new Date(at));
}
