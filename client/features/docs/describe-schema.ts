import type { ApiSchema, OpenApiDocument, Operation } from './open-api.ts';

export type Components = OpenApiDocument['components'];

/** Follows one reference. Does not recurse, because a schema may refer to itself. */
function resolve(schema: ApiSchema, components: Components): ApiSchema {
  const name = schema.$ref?.split('/').at(-1);
  return (name !== undefined && components?.schemas?.[name]) || schema;
}

/** E.g. `string (email)`, `list of object`, `"a" or "b"`. */
export function describeType(given: ApiSchema, components: Components): string {
  const schema = resolve(given, components);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return joinOr(choices.map((choice) => describeType(choice, components)));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return joinOr(schema.enum.map((value) => JSON.stringify(value)));
  if (Array.isArray(schema.type)) {
    return joinOr(schema.type.map((type) => describeType({ ...schema, type }, components)));
  }
  if (schema.type === 'array') return `list of ${describeType(schema.items ?? {}, components)}`;
  if (schema.type === 'string' && schema.format) return `string (${schema.format})`;
  return schema.type ?? 'anything';
}

export function describeLimits(given: ApiSchema, components: Components): string[] {
  const schema = resolve(given, components);
  return [
    describeRange(schema.minLength, schema.maxLength, 'characters'),
    describeRange(schema.minItems, schema.maxItems, 'items'),
    describeRange(schema.minimum, schema.maximum, ''),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    schema.description ?? '',
  ].filter(Boolean);
}

/** The fields inside a value: those of an object, or of the objects in a list. */
export function fieldsOf(given: ApiSchema, components: Components): [string, ApiSchema, boolean][] {
  const schema = resolve(given, components);
  if (schema.items) return fieldsOf(schema.items, components);
  const inner = (schema.anyOf ?? schema.oneOf)?.map((one) => resolve(one, components));
  const holder = inner?.find((one) => one.properties ?? one.items);
  if (holder) return fieldsOf(holder, components);
  return Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    field,
    schema.required?.includes(name) ?? false,
  ]);
}

/** A command to paste; the parts to fill in are in capitals. */
export function writeCurl(operation: Operation, origin: string, components: Components): string {
  const { method, path, parameters, body, access } = operation;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
  const needed = parameters.filter((one) => one.in === 'query' && one.required);
  const query = needed.map(({ name }) => `${name}=${name.toUpperCase()}`).join('&');
  const cookie = origin.startsWith('https:') ? '__Host-session' : 'session';
  const parts = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${origin}${filled}${query && `?${query}`}'`,
    access === 'game server' && `-H 'authorization: Bearer YOUR_TOKEN'`,
    access && !['public', 'game server'].includes(access) && `-b '${cookie}=YOUR_SESSION'`,
    body && `-H 'content-type: application/json'`,
    body && `-d '${JSON.stringify(makeExample(body, components))}'`,
  ];
  return parts.filter(Boolean).join(' \\\n  ');
}

function makeExample(given: ApiSchema, components: Components, depth = 0): unknown {
  const schema = resolve(given, components);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return makeExample(choice, components, depth);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array')
    return depth > 3 ? [] : [makeExample(schema.items ?? {}, components, depth + 1)];
  if (type === 'object') {
    if (depth > 3) return {};
    const fields = fieldsOf(schema, components).filter(([, , isRequired]) => isRequired);
    return Object.fromEntries(
      fields.map(([name, field]) => [name, makeExample(field, components, depth + 1)]),
    );
  }
  if (type === 'number' || type === 'integer') return Math.max(schema.minimum ?? 1, 1);
  if (type === 'boolean') return true;
  return exampleTexts[schema.format ?? ''] ?? 'TEXT';
}

const exampleTexts: Record<string, string> = {
  email: 'name@example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2026-01-31T18:00:00Z',
  uri: 'https://example.com',
};

function describeRange(from: number | undefined, to: number | undefined, what: string): string {
  const min = from !== undefined && from > Number.MIN_SAFE_INTEGER ? from : undefined;
  const max = to !== undefined && to < Number.MAX_SAFE_INTEGER ? to : undefined;
  if (min === undefined && max === undefined) return '';
  if (min === undefined) return `at most ${max} ${what}`.trim();
  if (max === undefined) return `at least ${min} ${what}`.trim();
  return `${min} to ${max} ${what}`.trim();
}

function joinOr(words: string[]): string {
  return [...new Set(words)].join(' or ');
}
