import { useZone } from '#client/lib/use-in-browser.ts';

type Props = {
  /** For machines. */
  iso: string | undefined;
  /** For people, in the given zone, or in the reader's own without one. */
  text: (zone: string | undefined) => string;
};

/** A point in time on the clock of whoever reads. */
export function LocalTime({ iso, text }: Props) {
  // The server may know another spelling of the same date than this browser; both are right.
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {text(useZone())}
    </time>
  );
}
