import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';

import type { FastifyInstance } from 'fastify';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createAccount } from '#server/features/accounts/accounts.service.ts';
import { setRights } from '#server/features/accounts/change-account.service.ts';
import { startSession } from '#server/features/accounts/sessions.service.ts';
import { createServer } from '#server/features/game-servers/servers.service.ts';
import { issueToken } from '#server/features/game-servers/tokens.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { bridgeScopes } from '#shared/endpoints/bridge.ts';

import { createFuzzer } from './fuzz-requests.ts';
import type { ApiDocument, Caller, FuzzRequest } from './fuzz-requests.ts';
import type { KnownValues } from './fuzz-values.ts';
import { createRandom } from './random.ts';

export type FuzzAnswer = { status: number; body: string; milliseconds: number };

export type Finding = {
  what: 'status 5xx' | 'stack trace' | 'timeout';
  at: number;
  request: string;
  answer: string;
};

type FuzzOptions = {
  app: FastifyInstance;
  deps: Deps;
  seed: number;
  requests: number;
  /** Sends one request; an error counts as a timeout. */
  send: (request: FuzzRequest) => Promise<FuzzAnswer>;
  /** Returns the log lines since the last call, of level `warn` and above. */
  takeLog: () => string[];
  parallel?: number;
  timeoutMilliseconds?: number;
  /** Stops at this time even if not all requests were sent. */
  until?: number;
  onProgress?: (sent: number) => void;
};

export type FuzzReport = { sent: number; statuses: Record<string, number>; findings: Finding[] };

const requestsPerRound = 100;

/** Sends requests generated from the site's OpenAPI document and reports crashes, leaks and timeouts. */
export async function fuzzSite(options: FuzzOptions): Promise<FuzzReport> {
  const { app, deps, seed, requests, parallel = 8, until = Infinity } = options;
  const random = createRandom(seed);
  const known: KnownValues = {
    names: ['Nobody', 'Wyn Admin', 'Wyn Player'],
    ids: ['1', '2', '3'],
    uuids: [randomUUID()],
    versions: [0, 1],
  };
  const document = await readApiDocument(app);
  const next = createFuzzer({
    document,
    furtherRoutes: listFurtherRoutes(app, document),
    known,
    random,
  });
  const report: FuzzReport = { sent: 0, statuses: {}, findings: [] };
  let identities: Identities | undefined;

  while (report.sent < requests && Date.now() < until) {
    identities = await renewCallers({ app, deps }, known, identities);
    const round = Array.from({ length: Math.min(requestsPerRound, requests - report.sent) }, next);
    const waiting = round.entries();
    const first = report.sent;
    const work = async () => {
      // The workers share one iterator, so that each request is sent once.
      for (const [at, request] of waiting) {
        Object.assign(request.headers, identities?.[request.caller].headers);
        await sendOne(options, request, { at: first + at, known, report });
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
    report.sent += round.length;
    for (const line of options.takeLog()) {
      report.findings.push({ what: 'stack trace', at: report.sent, request: 'log', answer: line });
    }
    options.onProgress?.(report.sent);
  }
  return report;
}

export async function readApiDocument(app: FastifyInstance): Promise<ApiDocument> {
  const document = (await app.inject({ url: '/api/openapi.json' })).json<
    ApiDocument & { components: { schemas: Record<string, unknown> } }
  >();
  const { schemas } = document.components;
  // A stream never ends.
  delete document.paths['/api/live'];
  // No schema contains itself, so the recursion ends.
  const inline = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(inline);
    if ('$ref' in value) return inline(schemas[String(value.$ref).split('/').at(-1) ?? '']);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inline(inner)]));
  };
  return { paths: inline(document.paths) as ApiDocument['paths'] };
}

async function sendOne(
  { send, timeoutMilliseconds = 10_000 }: FuzzOptions,
  request: FuzzRequest,
  { at, known, report }: { at: number; known: KnownValues; report: FuzzReport },
): Promise<void> {
  const note = (what: Finding['what'], answer: string) =>
    void report.findings.push({
      what,
      at,
      request: describe(request),
      answer: answer.slice(0, 2_000),
    });
  try {
    const { status, body, milliseconds } = await send(request);
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    if (status >= 500) note('status 5xx', `${status} ${body}`);
    if (/\n\s+at |node_modules|\.ts:\d+:\d+/.test(body)) note('stack trace', body);
    if (milliseconds > timeoutMilliseconds) note('timeout', `${Math.round(milliseconds)} ms`);
    if (status === 200) rememberValues(body, known);
  } catch (error) {
    note('timeout', inspect(error));
  }
}

function describe({ caller, method, url, headers, payload }: FuzzRequest): string {
  const key = headers['idempotency-key'];
  const body = payload ? `\n${payload.toString().slice(0, 3_000)}` : '';
  return `${caller}: ${method} ${url} ${headers['content-type'] ?? ''} ${key ?? ''}${body}`;
}

type Identities = Record<Caller, { name?: string; headers: Record<string, string> }>;

/** Requests may ban, demote or sign out their own caller, who is then replaced by a new one. */
async function renewCallers(
  { app, deps }: Pick<FuzzOptions, 'app' | 'deps'>,
  known: KnownValues,
  before: Identities | undefined,
): Promise<Identities> {
  // Otherwise rate limits would reject most requests.
  await deps.db.deleteFrom('rate_limits').execute();
  const isAccepted = async (caller: Caller, url: string) => {
    const headers = before?.[caller].headers;
    return headers !== undefined && (await app.inject({ url, headers })).statusCode === 200;
  };
  const renewed: Identities = {
    visitor: { headers: {} },
    player:
      (await isAccepted('player', '/auth/verify')) && before
        ? before.player
        : await addPlayer(deps, 0),
    admin:
      (await isAccepted('admin', '/api/admin/settings')) && before
        ? before.admin
        : await addPlayer(deps, 3),
    game:
      (await isAccepted('game', '/api/bridge/v1/contracts')) && before
        ? before.game
        : await addGame(deps),
  };
  const names = [renewed.player.name, renewed.admin.name].filter((name) => name !== undefined);
  known.names = [...new Set([...names, ...known.names])].slice(0, 12);
  return renewed;
}

let createdCount = 0;

async function addPlayer(deps: Deps, rights: number) {
  createdCount += 1;
  const name = `Fuzz${createdCount}`;
  const email = `${name.toLowerCase()}@example.test`;
  const id = await createAccount(deps, {
    username: name,
    email,
    password: randomUUID(),
    isEmailVerified: true,
  });
  if (rights > 0) await setRights(deps, name, { rights, actor: commandLine });
  const visitor = { ip: '127.0.0.1', userAgent: 'fuzz', signedInAt: new Date() };
  return { name, headers: { cookie: `session=${await startSession(deps.db, id, visitor)}` } };
}

async function addGame(deps: Deps) {
  createdCount += 1;
  const serverId = await createServer(deps, commandLine, `Fuzzed World ${createdCount}`);
  const { token } = await transaction(deps.db, (trx) =>
    issueToken(trx, commandLine, { serverId, scopes: [...bridgeScopes], addresses: [] }),
  );
  return { headers: { authorization: `Bearer ${token}` } };
}

/** Remembers the latest ids and versions from answers. */
function rememberValues(body: string, known: KnownValues): void {
  for (const [, name, text, number] of body
    .slice(0, 20_000)
    .matchAll(/"(id|leaseId|orderId|version|sequence)":(?:"([\w-]{1,40})"|(\d{1,15}))/g)) {
    const value = text ?? number ?? '';
    if (name === 'version' || name === 'sequence') remember(known.versions, Number(value));
    else remember(value.length === 36 ? known.uuids : known.ids, value);
  }
}

function remember<T>(values: T[], value: T): void {
  if (values.includes(value)) return;
  values.push(value);
  if (values.length > 40) values.shift();
}

/** Routes missing in the document, without the live stream, which never ends. */
function listFurtherRoutes(app: FastifyInstance, { paths }: ApiDocument) {
  const documented = new Set(
    Object.keys(paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
  );
  return app.knownRoutes.filter(
    ({ method, url }) =>
      !/HEAD|OPTIONS/.test(method) &&
      !documented.has(url) &&
      !/^\/(?:api\/live|assets)|\*/.test(url),
  );
}
