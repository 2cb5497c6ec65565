import { useZone } from '#client/lib/use-in-browser.ts';

type Props = {
  /** For machines. */
  iso: string | undefined;
  /** For people, in the given zone, or in the reader's own without one. */
  text: (zone: 'UTC' | undefined) => string;
};

/** A point in time on the clock of whoever reads. */
export function LocalTime({ iso, text }: Props) {
  // The server may spell the name of a zone otherwise than this browser; both are right.
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {text(useZone())}
    </time>
  );
}
