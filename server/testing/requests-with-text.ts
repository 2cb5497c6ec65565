import type { ApiDocument, Operation } from './fuzz-requests.ts';
import { likelyValue } from './fuzz-values.ts';
import type { JsonSchema, KnownValues } from './fuzz-values.ts';

export type TextRequest = {
  access: string | undefined;
  method: string;
  url: string;
  body?: unknown;
  /** Where the text is. */
  place: string;
};

type Step = { property: string } | { item: true } | { choice: JsonSchema };

/**
 * For every endpoint and every text that it takes, in the address or the body, one request with `text` there and
 * likely values elsewhere.
 */
export function listRequestsWithText(
  document: ApiDocument,
  known: KnownValues,
  text: string,
): TextRequest[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      requestsOf({ path, method: method.toUpperCase(), operation }, known, text),
    ),
  );
}

function requestsOf(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  known: KnownValues,
  text: string,
): TextRequest[] {
  const { parameters = [], requestBody } = operation;
  const access = operation['x-access'];
  const schema = requestBody?.content['application/json']?.schema;
  const body = schema && { body: likely(schema, '', known) };
  const inAddress = parameters
    .filter((one) => one.in !== 'header')
    .map(({ name }) => {
      const url = toUrl(path, operation, known, { name, text });
      return { access, method, url, ...body, place: name };
    });
  const url = toUrl(path, operation, known);
  const inBody = (schema ? listTexts(schema) : []).map((steps) => ({
    access,
    method,
    url,
    body: build(schema ?? {}, '', { steps, text, known }),
    place: steps.map((step) => ('property' in step ? step.property : '')).join('.'),
  }));
  return [...inAddress, ...inBody];
}

function toUrl(
  path: string,
  { parameters = [] }: Operation,
  known: KnownValues,
  changed?: { name: string; text: string },
): string {
  const valueOf = ({ name, schema }: { name: string; schema: JsonSchema }) =>
    encodeURIComponent(
      // A long poll would only slow the tests down.
      name === 'wait'
        ? '0'
        : name === changed?.name
          ? changed.text
          : String(likely(schema, name, known)),
    );
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required || one.name === changed?.name))
    .map((one) => `${one.name}=${valueOf(one)}`);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const found = parameters.find((one) => one.in === 'path' && one.name === name);
    return found ? valueOf(found) : 'x';
  });
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

/** The ways to all texts in a value of the schema. */
function listTexts(schema: JsonSchema): Step[][] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    return choices.flatMap((choice) =>
      listTexts(choice).map((steps): Step[] => [{ choice }, ...steps]),
    );
  }
  if (schema.items) return listTexts(schema.items).map((steps) => [{ item: true }, ...steps]);
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([property, inner]) =>
      listTexts(inner).map((steps): Step[] => [{ property }, ...steps]),
    );
  }
  return [schema.type].flat().includes('string') ? [[]] : [];
}

type Wanted = { steps: Step[]; text: string; known: KnownValues };

function build(schema: JsonSchema, name: string, { steps, text, known }: Wanted): unknown {
  const [step, ...rest] = steps;
  if (!step) return text;
  const inner = { steps: rest, text, known };
  if ('choice' in step) return build(step.choice, name, inner);
  if ('item' in step) return [build(schema.items ?? {}, name, inner)];
  return {
    ...(likely(schema, name, known) as object),
    [step.property]: build(schema.properties?.[step.property] ?? {}, step.property, inner),
  };
}

/** Always the same value, with all optional fields. */
function likely(schema: JsonSchema, name: string, known: KnownValues): unknown {
  return likelyValue(schema, name, { random: () => 0, known });
}
