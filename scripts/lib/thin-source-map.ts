const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Keeps one position for each line of the sources instead of one for each expression: a stack trace then has
 * the right file and line, but the column where the line begins. Node reads the whole map of a module for the
 * first stack trace in it, which takes half a second and 30 MB with all positions.
 */
export function thinMappings(mappings: string): string {
  const before = { column: 0, source: 0, line: 0, sourceColumn: 0 };
  const written = { source: 0, line: 0, sourceColumn: 0 };
  let isFirst = true;
  return mappings
    .split(';')
    .map((segments) => {
      before.column = 0;
      let writtenColumn = 0;
      const kept: string[] = [];
      for (const segment of segments === '' ? [] : segments.split(',')) {
        const [column = 0, source, line = 0, sourceColumn = 0] = decode(segment);
        before.column += column;
        // Code without a source, of the bundler itself.
        if (source === undefined) continue;
        before.source += source;
        before.line += line;
        before.sourceColumn += sourceColumn;
        const isSameLine = before.source === written.source && before.line === written.line;
        if (isSameLine && !isFirst) continue;
        isFirst = false;
        kept.push(
          encode(before.column - writtenColumn) +
            encode(before.source - written.source) +
            encode(before.line - written.line) +
            encode(before.sourceColumn - written.sourceColumn),
        );
        writtenColumn = before.column;
        Object.assign(written, {
          source: before.source,
          line: before.line,
          sourceColumn: before.sourceColumn,
        });
      }
      return kept.join(',');
    })
    .join(';');
}

/** Numbers in base 64, five bits in each digit, lowest first; the lowest bit of all is the sign. */
function decode(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = digits.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits >= 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

function encode(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const bits = rest & 31;
    rest >>= 5;
    text += digits[rest > 0 ? bits | 32 : bits];
  } while (rest > 0);
  return text;
}
