import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { line, wholeNumber } from '#shared/schemas.ts';

import { serializerCompiler } from './serializer.ts';

function serialize(schema: z.ZodMiniType, value: unknown): string {
  const route = { schema, method: 'GET', url: '/x', httpStatus: '200' };
  return serializerCompiler(route)(value);
}

const Link = z.object({ label: line(5, 'x'), href: z.url() });
const Answer = z.object({
  count: wholeNumber(0, 10),
  links: z.array(Link).check(z.maxLength(1)),
  first: z.nullable(z.optional(Link)),
  byName: z.record(z.string(), Link),
  kind: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('own'), text: line(3, 'x') }),
    z.object({ kind: z.literal('ours') }),
  ]),
});
const link = { label: ' longer than five ', href: 'no address' };
const value = {
  count: -1.5,
  links: [link, link],
  first: link,
  byName: { one: link },
  kind: { kind: 'own', text: 'longer' },
};

test('a value beyond its limits is answered as it is', () => {
  expect(JSON.parse(serialize(Answer, value))).toEqual(value);
});

test('only fields of the schema are answered, at every level', () => {
  const leaky = { ...link, secret: 1 };
  const given = {
    ...value,
    secret: 1,
    links: [leaky],
    first: leaky,
    byName: { one: leaky },
    kind: { kind: 'own', text: 'x', secret: 1 },
  };
  const sent = { ...value, links: [link], kind: { kind: 'own', text: 'x' } };
  expect(JSON.parse(serialize(Answer, given))).toEqual(sent);
});

test.each([
  ['another type', { ...value, count: '1' }],
  ['a missing field', { ...value, links: undefined }],
  ['an unknown kind', { ...value, kind: { kind: 'other' } }],
  ['no number', { ...value, count: Number.NaN }],
])('%s is an error of the server', (_, given) => {
  expect(() => serialize(Answer, given)).toThrow("Response doesn't match the schema");
});
