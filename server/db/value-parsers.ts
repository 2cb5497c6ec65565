import { types } from 'pg';

/** For both drivers, whose defaults differ. numeric and date stay text: a Date would shift a date by the time zone. */
export const valueParsers: Record<number, (text: string) => unknown> = {
  17: types.getTypeParser(17),
  20: parseInt8,
  114: parseJson,
  1082: keepText,
  1114: keepText,
  1184: types.getTypeParser(1184),
  1700: keepText,
  3802: parseJson,
};

/** Arrays of the types above, for node-postgres. The embedded engine applies the parsers above to them itself. */
export const arrayParsers: Record<number, (text: string) => unknown> = {
  199: parseArrayOf(parseJson),
  1016: parseArrayOf(parseInt8),
  1115: parseArrayOf(keepText),
  1182: parseArrayOf(keepText),
  1231: parseArrayOf(keepText),
  3807: parseArrayOf(parseJson),
};

function parseInt8(text: string): number {
  const value = Number(text);
  // Throw rather than round: a rounded id or balance would go unnoticed.
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
}

function parseJson(text: string): unknown {
  return JSON.parse(text);
}

function keepText(text: string): string {
  return text;
}

function parseArrayOf(parse: (text: string) => unknown): (text: string) => unknown {
  // The published types are wrong: they describe a plain function.
  const parser = types.arrayParser as unknown as ArrayParser;
  return (text) => parser.create(text, parse).parse();
}

type ArrayParser = {
  create(text: string, parse: (text: string) => unknown): { parse(): unknown[] };
};
