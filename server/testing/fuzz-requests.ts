import { hostileTexts, hostileValue, likelyValue } from './fuzz-values.ts';
import type { JsonSchema, KnownValues } from './fuzz-values.ts';
import { pick, upTo } from './random.ts';
import type { Random } from './random.ts';

const callers = ['visitor', 'player', 'admin', 'game'] as const;
export type Caller = (typeof callers)[number];

export type FuzzRequest = {
  caller: Caller;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: Buffer;
};

export type Operation = {
  'x-access'?: string;
  parameters?: { in: string; name: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
};
export type ApiDocument = { paths: Record<string, Record<string, Operation>> };

const text: JsonSchema = { type: 'string' };
const anyBody: Operation = {
  requestBody: {
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            email: text,
            password: text,
            idToken: text,
            oobCode: text,
            newPassword: text,
            refresh_token: text,
            grant_type: { enum: ['refresh_token'] },
            requestType: { enum: ['PASSWORD_RESET'] },
            returnSecureToken: { type: 'boolean' },
          },
        },
      },
    },
  },
};

type Target = { method: string; path: string; operation: Operation };

type Source = {
  document: ApiDocument;
  /** Routes that are not in the document, such as pages, downloads and the sign-in protocol. */
  furtherRoutes: readonly { method: string; url: string }[];
  known: KnownValues;
  random: Random;
};

/** Returns a function that creates plausible requests, most of them with a hostile value inside. */
export function createFuzzer({
  document,
  furtherRoutes,
  known,
  random,
}: Source): () => FuzzRequest {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Target => {
      return { method: method.toUpperCase(), path, operation };
    }),
  );
  const further = furtherRoutes.map(({ method, url }): Target => {
    return { method, path: url, operation: method === 'GET' ? {} : anyBody };
  });
  const deps = { random, known };

  return () => {
    const { method, path, operation } = pick(random, random() < 0.9 ? documented : further);
    const caller = pickCaller(random, operation['x-access']);
    const isHostile = random() < 0.75;
    const body = operation.requestBody?.content['application/json']?.schema;
    // In a request with a body, the hostile value is mostly in the body.
    const isHostileAddress = isHostile && (!body || random() < 0.25);
    const headers: Record<string, string> = {};
    if (random() < 0.1) headers['idempotency-key'] = pick(random, known.uuids);
    const request: FuzzRequest = {
      caller,
      method: random() < 0.01 ? pick(random, ['PUT', 'DELETE', 'PATCH']) : method,
      url: buildUrl({ path, operation }, isHostileAddress, deps),
      headers,
    };
    if (body) {
      headers['content-type'] = random() < 0.02 ? 'text/plain' : 'application/json';
      const value = likelyValue(body, '', deps);
      request.payload = toPayload(isHostile ? mutate(value, random) : value, random);
    }
    return request;
  };
}

function pickCaller(random: Random, access: string | undefined): Caller {
  if (random() < 0.1) return pick(random, callers);
  if (access === 'game server') return 'game';
  if (access === 'admin' || access === 'staff') return 'admin';
  return pick(random, access === 'login' ? ['player', 'admin'] : ['visitor', 'player', 'admin']);
}

function buildUrl(
  { path, operation }: Pick<Target, 'path' | 'operation'>,
  isHostile: boolean,
  deps: { random: Random; known: KnownValues },
): string {
  const { random } = deps;
  const parameters = operation.parameters ?? [];
  const filled = path
    .replaceAll('::', '%3A')
    .replaceAll(/\{(\w+)\}|:(\w+)(?:\([^)]*\))?/g, (_, a?: string, b?: string) => {
      const name = a ?? b ?? '';
      const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
      const value = likelyValue(schema ?? { type: 'string' }, schema ? name : 'id', deps);
      return encode(isHostile && random() < 0.6 ? shortHostile(random) : value) || 'x';
    });
  const query: string[] = [];
  for (const { name, required, schema } of parameters.filter((one) => one.in === 'query')) {
    if (!required && random() < 0.5) continue;
    // A long poll would only slow the run down.
    const isWait = name === 'wait';
    const value = isHostile && !isWait && random() < 0.6 ? shortHostile(random) : undefined;
    query.push(`${name}=${encode(value ?? (isWait ? 0 : likelyValue(schema, name, deps)))}`);
  }
  const others = ['page', 'player', 'compare', 'skill', 'category', 'event', 'from', '__proto__'];
  if (isHostile) query.push(`${pick(random, others)}=${encode(shortHostile(random))}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

/** Short, because Node itself rejects requests whose headers and URL exceed 16 kB. */
function shortHostile(random: Random): string {
  const value = random() < 0.6 ? pick(random, hostileTexts) : hostileValue(random);
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 800);
}

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // encodeURIComponent rejects half a surrogate pair, but its three bytes can be sent.
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\u{FFFF}')).replaceAll(
    '%EF%BF%BF',
    '%ED%A0%80',
  );
}

/** Replaces, removes or adds one or two things anywhere in the value. */
function mutate(value: unknown, random: Random): unknown {
  const root = { value: structuredClone(value) };
  for (let changes = 1 + upTo(random, 1); changes > 0; changes -= 1) {
    const [holder, key] = pick(random, listPlaces(root));
    const target = holder as Record<string, unknown>;
    const kind = random();
    const inner = target[key];
    if (kind < 0.8) define(target, key, hostileValue(random));
    else if (kind < 0.9 && holder !== root) delete target[key];
    else if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) {
      define(
        inner,
        pick(random, ['__proto__', 'constructor', 'x', '\ud800']),
        hostileValue(random),
      );
    }
  }
  return root.value;
}

/** Assigning `__proto__` would set the prototype instead of a property. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function listPlaces(root: object): [object, string][] {
  const places: [object, string][] = [];
  const waiting: object[] = [root];
  while (waiting.length > 0 && places.length < 500) {
    const one = waiting.pop()!;
    for (const [key, inner] of Object.entries(one)) {
      places.push([one, key]);
      if (typeof inner === 'object' && inner !== null) waiting.push(inner);
    }
  }
  return places;
}

function toPayload(value: unknown, random: Random): Buffer {
  const text = JSON.stringify(value) ?? '';
  const kind = random();
  if (kind < 0.01) return Buffer.from(text.slice(0, upTo(random, text.length)));
  if (kind < 0.015) return Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])]);
  if (kind < 0.02) return Buffer.from(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  return Buffer.from(text);
}
