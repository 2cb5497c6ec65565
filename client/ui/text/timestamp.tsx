import { formatDateTime, formatDay } from '#client/lib/dates.ts';
import { toIso } from '#shared/rules/dates.ts';

type Props = {
  /** A seconds-based timestamp or an ISO date. */
  at: unknown;
  format?: 'full' | 'day' | undefined;
};

export function Timestamp({ at, format = 'full' }: Props) {
  return <time dateTime={toIso(at)}>{format === 'day' ? formatDay(at) : formatDateTime(at)}</time>;
}
