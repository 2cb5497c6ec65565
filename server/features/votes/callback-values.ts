import { parseJson } from '#shared/rules/parse-json.ts';

/** The parameters of one vote by their names in lower case. */
export type CallbackValues = Map<string, string>;

const maxVotes = 100;

/**
 * A callback is a query, a form or JSON. GTop100 sends several votes at once, each as an object or as an array of
 * objects with one field; all others send one. What cannot be read counts as empty, since lists must get an answer.
 */
export function readCallback(
  query: unknown,
  body: { type: string; text: string } | undefined,
): CallbackValues[] {
  const posted = body ? readBody(body) : {};
  const common = { ...toFields(query), ...toFields(posted) };
  const lists = Object.values(toObject(posted)).filter(Array.isArray) as unknown[][];
  const votes = lists.flat().slice(0, maxVotes).map(toFields);
  const all = votes.length > 0 ? votes : [{}];
  return all.map((vote) => new Map(Object.entries({ ...common, ...vote })));
}

function readBody({ type, text }: { type: string; text: string }): unknown {
  const trimmed = text.trim();
  if (!type.includes('json') && !trimmed.startsWith('{')) {
    return Object.fromEntries(new URLSearchParams(trimmed));
  }
  return parseJson(trimmed);
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The texts and numbers of an object, or of the objects in an array. */
function toFields(value: unknown): Record<string, string> {
  if (Array.isArray(value)) {
    return Object.assign({}, ...value.map(toFields)) as Record<string, string>;
  }
  const fields = Object.entries(toObject(value)).flatMap(([name, content]) =>
    typeof content === 'string' || typeof content === 'number'
      ? [[name.toLowerCase(), String(content).slice(0, 300)] as const]
      : [],
  );
  return Object.fromEntries(fields);
}

/** The values of these parameters, or of all if none are named. */
export function valuesOf(values: CallbackValues, names: string): string[] {
  const wanted = new Set(
    names
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
  return [...values].flatMap(([name, value]) => (names === '' || wanted.has(name) ? [value] : []));
}
