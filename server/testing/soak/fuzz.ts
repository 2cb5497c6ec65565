import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { buildApp } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { createLogger } from '#server/lib/logger.ts';
import { openDeps } from '#server/open-deps.ts';
import type { FuzzRequest } from '#server/testing/fuzz-requests.ts';
import { fuzzSite } from '#server/testing/fuzz-site.ts';
import { startPostgres } from '#tooling/find-postgres.ts';

// npm run soak -- fuzz [REQUESTS] [SEED] [embedded|postgres] [MINUTES]
// Generates requests from the OpenAPI document and sends them over HTTP to a new demo site on this machine.

const [, , requestsText = '50000', seedText, engine = 'embedded', minutes = '60'] = process.argv;
const requests = Number(requestsText);
const seed = Number(seedText ?? Date.now() % 2 ** 31);
const maxMilliseconds = 30_000;

console.log(`${requests.toLocaleString('en')} requests, seed ${seed}, ${engine} database.`);
const folder = await mkdtemp(path.join(os.tmpdir(), 'wynhold-fuzz-'));
const postgres = engine === 'postgres' ? await startPostgres() : undefined;
const logged: string[] = [];
const config = parseConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
  DEMO: 'on',
  DATA_DIR: folder,
  ...(postgres && { DATABASE_URL: postgres.url }),
});
const log = await createLogger(config, { write: (line) => void logged.push(line) });
const onProblem = (what: string, error?: unknown) => log.warn({ err: error }, what);
const deps = await openDeps(config, { onProblem });
await loadDemo(deps);
const app = await buildApp({ ...deps, log });
const address = await app.listen({ port: 0, host: '127.0.0.1' });

/** Uses node:http, because fetch would normalise the URL. */
async function send({ method, url, headers, payload }: FuzzRequest) {
  const started = performance.now();
  const { port, hostname } = new URL(address);
  // Node omits the length for some methods, and the server would read the body as a second request.
  const length = payload && { 'content-length': String(payload.length) };
  const all = { ...headers, ...length };
  const sent = request({ port, hostname, method, path: url, headers: all, agent: false });
  // Ignores errors after the answer; once() throws the ones before it.
  sent.on('error', () => {});
  sent.setTimeout(maxMilliseconds, () => sent.destroy(new Error('no answer')));
  sent.end(payload);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await text(response);
  return { status: response.statusCode ?? 0, body, milliseconds: performance.now() - started };
}

const begun = performance.now();
const report = await fuzzSite({
  app,
  deps,
  seed,
  requests,
  send,
  takeLog: () => logged.splice(0),
  timeoutMilliseconds: maxMilliseconds,
  until: Date.now() + Number(minutes) * 60_000,
  onProgress(sent) {
    if (sent % 2_000 === 0) console.log(`  ${sent.toLocaleString('en')} sent`);
  },
});
const seconds = Math.round((performance.now() - begun) / 1000);
await app.close();
await deps.close();
await postgres?.stop();
await rm(folder, { recursive: true, force: true });

for (const finding of report.findings.slice(0, 50)) {
  const { what, at, answer } = finding;
  console.log(`\n${what} at request ${at}\n${finding.request}\n→ ${answer}`);
}
const statuses = Object.entries(report.statuses).map(([status, count]) => `${status}: ${count}`);
console.log(
  `\n${report.sent.toLocaleString('en')} requests in ${seconds} s, seed ${seed}: ${report.findings.length} findings. ${statuses.join(', ')}.`,
);
if (report.findings.length > 0 || report.sent < requests) process.exitCode = 1;
