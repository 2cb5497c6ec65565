import type { Random } from './random.ts';
import { pick, upTo } from './random.ts';

/** The part of JSON Schema that the site's OpenAPI document uses. */
export type JsonSchema = {
  type?: string | string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** Values from earlier answers, so that requests refer to things that exist. */
export type KnownValues = { names: string[]; ids: string[]; uuids: string[]; versions: number[] };

const hostileNumbers = [
  0,
  -0,
  -1,
  1.5,
  -1.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  2 ** 63,
  1e21,
  1e300,
  -1e300,
  1e-300,
];

export const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202e',
  '\ufeff',
  '\u{10ffff}',
  'e\u0301'.repeat(3_000),
  '😀'.repeat(5_000),
  'x'.repeat(10_000),
  'x '.repeat(60_000),
  '<b>'.repeat(5_000),
  '<a '.repeat(20_000),
  ':'.repeat(40_000),
  "'; drop table accounts; --",
  '%',
  '_',
  '\\',
  '%00',
  '../../etc/passwd',
  '<script>hit(1)</script>',
  '${7*7}{{7*7}}',
  '0x10',
  '1e3',
  '1e300',
  'Infinity',
  'NaN',
  '-1',
  '1.5',
  '00',
  '2147483648',
  '999999999999999',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '-000001-01-01T00:00:00Z',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-14:00',
  '275760-09-13',
  '+275760-09-13T00:00:00Z',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '2026-11-15T00:00:00+99:99',
  '__proto__',
  'constructor',
  'null',
  '[]',
  '{}',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
];

const hostileOthers: (() => unknown)[] = [
  () => null,
  () => true,
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => JSON.parse('{"__proto__":{"isAdmin":true}}') as unknown,
  () => ({ constructor: { prototype: { isAdmin: true } } }),
  () => Array.from({ length: 2_000 }, (_, at) => at),
  () => Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, at])),
  () => JSON.parse(`${'['.repeat(900)}${']'.repeat(900)}`) as unknown,
  () => ({ seconds: 9e15, nanoseconds: 0 }),
  () => ({ seconds: 1e300, nanoseconds: -1 }),
];

export function hostileValue(random: Random): unknown {
  const kind = random();
  if (kind < 0.4) return pick(random, hostileTexts);
  if (kind < 0.75) return pick(random, hostileNumbers);
  return pick(random, hostileOthers)();
}

/** A value that mostly matches the schema. */
export function likelyValue(
  schema: JsonSchema,
  name: string,
  { random, known }: { random: Random; known: KnownValues },
): unknown {
  const deps = { random, known };
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return likelyValue(pick(random, choices), name, deps);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(random, schema.enum);
  const type = Array.isArray(schema.type) ? pick(random, schema.type) : schema.type;
  if (type === 'string') return likelyText(schema, name, deps);
  if (type === 'integer' || type === 'number') return likelyNumber(schema, name, deps);
  if (type === 'boolean') return random() < 0.5;
  if (type === 'null') return null;
  if (type === 'array') {
    const { minItems = 0, maxItems = 3, items = {} } = schema;
    const length = minItems + upTo(random, Math.min(3, maxItems - minItems));
    return Array.from({ length }, () => likelyValue(items, name, deps));
  }
  const given = Object.entries(schema.properties ?? {}).filter(
    ([key]) => schema.required?.includes(key) || random() < 0.6,
  );
  return Object.fromEntries(given.map(([key, inner]) => [key, likelyValue(inner, key, deps)]));
}

type Deps = { random: Random; known: KnownValues };

function likelyText(schema: JsonSchema, name: string, { random, known }: Deps): string {
  const { format, pattern = '', minLength = 0, maxLength = 40 } = schema;
  if (format === 'uuid') return pick(random, known.uuids);
  if (format === 'date') return pick(random, ['2026-11-15', '2020-02-29', '1970-01-01']);
  if (format === 'date-time' || /time|until|since|At$/i.test(name)) return soon(random);
  if (format === 'email' || name === 'email') return `p${upTo(random, 99_999)}@example.test`;
  if (/user|player|actor|^(?:a|b|name|subject)$/i.test(name) && random() < 0.8) {
    return pick(random, known.names);
  }
  if (/^(?:id|tokenId|before|after|copyOf|itemId)$/.test(name) || pattern.includes('\\d{1,15}')) {
    return pick(random, random() < 0.7 ? known.ids : known.uuids);
  }
  if (/\\d/.test(pattern)) return String(1 + upTo(random, 9));
  const length = Math.min(maxLength, minLength + upTo(random, 30));
  return 'Some words for this field and then some more '.repeat(8).slice(0, Math.max(length, 1));
}

function soon(random: Random): string {
  return new Date(Date.now() + upTo(random, 10_000_000_000) - 1_000_000_000).toISOString();
}

function likelyNumber(schema: JsonSchema, name: string, { random, known }: Deps): number {
  const { minimum = 0, maximum = 1_000 } = schema;
  if (name === 'version' && random() < 0.8) return pick(random, known.versions);
  if (random() < 0.15) return pick(random, [minimum, maximum]);
  return minimum + upTo(random, Math.min(20, maximum - minimum));
}
