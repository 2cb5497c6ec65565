import { useZone } from '#client/lib/use-in-browser.ts';

type Props = {
  iso: string | undefined;
  /** Formats the time in the given zone, or in the reader's own if undefined. */
  text: (zone: 'UTC' | undefined) => string;
};

export function LocalTime({ iso, text }: Props) {
  // The server and the browser may spell a time zone's name differently, so ignore mismatches.
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {text(useZone())}
    </time>
  );
}
