import { safeParse } from 'zod/v4/core';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';

/** Which extreme of each field a body is stretched to. */
export const extremes = ['longest', 'unusual'] as const;
export type Extreme = (typeof extremes)[number];

/** These select rows or prove what was read before: another value is another request. */
const keptFields =
  /^(?:id|ids|key|version|placeVersion|stockSeen|serverId|serverIds|slug|skill|category|categoryId|needsStep|mode|image|displayImage)$/;

const unusualTexts = [
  'Żółć 🏰👩‍👩‍👧 <b>&amp;"\' שלום e\u0301 \u202E$1 %00',
  '🏰"<&\'',
  'https://example.com:8443/@ember/ü?x=1&y=[2]#~!',
  'https://example.com:8443/@ember?x=1',
  '/news/@ember?x=1#y',
  'a@b.example',
];

/**
 * The body of a request with every field at an extreme that its schema accepts: the longest text and the
 * largest number, or unusual characters and the smallest number. The longest texts become longer where the
 * name of the site is filled in. Optional fields are added. A field for which no extreme is accepted stays
 * as it is.
 */
export function stretchBody(schema: $ZodType, body: unknown, extreme: Extreme): unknown {
  return stretch(schema, body, extreme);
}

function stretch(schema: $ZodType, value: unknown, extreme: Extreme): unknown {
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default': {
      if (value === undefined || value === null) {
        const added = stretch(def.innerType, undefined, extreme);
        return added === undefined ? value : added;
      }
      return stretch(def.innerType, value, extreme);
    }
    case 'object':
      return isRecord(value) ? stretchFields(def.shape, value, extreme) : value;
    case 'array':
      return Array.isArray(value)
        ? value.map((one: unknown) => stretch(def.element, one, extreme))
        : value;
    case 'union': {
      const option = def.options.find((one) => safeParse(one, value).success);
      return option ? stretch(option, value, extreme) : value;
    }
    case 'pipe':
      return accepted(schema, stretch(def.in, value, extreme)) ?? value;
    case 'string':
      return pick(schema, value, textsOf(schema, extreme));
    case 'number':
      return pick(schema, value, extreme === 'unusual' ? smallestNumbers : largestNumbers(schema));
    default:
      return value;
  }
}

function stretchFields(
  shape: Readonly<Record<string, $ZodType>>,
  value: Record<string, unknown>,
  extreme: Extreme,
): Record<string, unknown> {
  const fields = Object.entries(shape).map(([name, field]) => {
    const before = value[name];
    return [name, keptFields.test(name) ? before : stretch(field, before, extreme)] as const;
  });
  return Object.fromEntries(fields.filter(([, one]) => one !== undefined));
}

const smallestNumbers = [-1_000_000_000, -1, 0, 0.1, 1];

function largestNumbers(schema: $ZodType): number[] {
  return [limitOf(schema, 'less_than'), Number.MAX_SAFE_INTEGER, 1].filter(
    (one) => one !== undefined,
  );
}

let count = 0;

/** Each time others, because many names must be unique. */
function textsOf(schema: $ZodType, extreme: Extreme): string[] {
  count += 1;
  if (extreme === 'unusual') return unusualTexts.map((text) => text + count);
  // A whole request may have 256 KB.
  const limit = Math.min(limitOf(schema, 'max_length') ?? 300, 50_000);
  const fill = (start: string, letter: string) => start + letter.repeat(limit);
  return [
    fill('{site}'.repeat(limit / 12), 'W'),
    fill('', 'W'),
    fill('https://example.com:8443/@', 'w'),
    fill('v1.', '9'),
    fill('', 'w'),
  ].map((text) => text.slice(0, limit - String(count).length) + count);
}

function limitOf(schema: $ZodType, check: 'max_length' | 'less_than'): number | undefined {
  const limits = (schema._zod.def.checks ?? []).flatMap(({ _zod: { def } }) => {
    if (def.check !== check) return [];
    const { maximum, value } = def as { maximum?: number; value?: number };
    return [maximum ?? value ?? Infinity];
  });
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

function pick(schema: $ZodType, value: unknown, candidates: readonly unknown[]): unknown {
  return candidates.find((one) => accepted(schema, one) !== undefined) ?? value;
}

function accepted(schema: $ZodType, value: unknown): unknown {
  return safeParse(schema, value).success ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
