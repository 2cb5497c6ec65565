import { decode, encode } from '@jridgewell/sourcemap-codec';

/**
 * Keeps one position for each line of the sources instead of one for each expression: a stack trace then has
 * the right file and line, but the column where the line begins. Node reads the whole map of a module for the
 * first stack trace in it, which takes half a second and 30 MB with all positions.
 */
export function thinMappings(mappings: string): string {
  let kept = '';
  const lines = decode(mappings).map((segments) =>
    segments.filter(([, source, line]) => {
      // Code without a source, of the bundler itself.
      if (source === undefined) return false;
      const place = `${source}:${line}`;
      const isNew = place !== kept;
      kept = place;
      return isNew;
    }),
  );
  return encode(lines);
}
