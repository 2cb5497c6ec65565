import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

import type { HtmlPolicy } from './html-policy.ts';
import { purifyHtml } from './purify-html.ts';

export type PurifyRequest = { id: number; html: string; policy: HtmlPolicy };
export type PurifyAnswer = { id: number; clean?: string | undefined; error?: unknown };

type Waiting = { resolve: (clean: string | undefined) => void; reject: (error: unknown) => void };

/** The parser needs 100 MB, so the worker ends when nothing was sanitised for this long. */
const idleMilliseconds = 10_000;
/** Only in the build; elsewhere the work is done here. */
const workerFile = path.join(import.meta.dirname, 'purify-worker.js');
const hasWorker = existsSync(workerFile);

const waiting = new Map<number, Waiting>();
let lastId = 0;
let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/** In a thread, started when needed: parsing a long post would keep all other requests waiting. */
export async function purifyInWorker(
  html: string,
  { siteUrl, imageHosts }: HtmlPolicy,
): Promise<string | undefined> {
  const policy = { siteUrl, imageHosts };
  if (!hasWorker) return purifyHtml(html, policy);
  const current = (worker ??= startWorker());
  clearTimeout(idle);
  current.ref();
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    current.postMessage({ id, html, policy } satisfies PurifyRequest);
  });
}

function startWorker(): Worker {
  const started = new Worker(workerFile);
  started.on('message', ({ id, clean, error }: PurifyAnswer) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (error) one?.reject(error);
    else one?.resolve(clean);
    if (waiting.size > 0) return;
    // An idle worker must not keep the process running.
    started.unref();
    idle = setTimeout(() => {
      worker = undefined;
      void started.terminate();
    }, idleMilliseconds).unref();
  });
  let reason: unknown = new Error('The sanitiser ended.');
  started.on('error', (error) => (reason = error));
  started.on('exit', () => {
    if (worker !== started) return;
    worker = undefined;
    for (const one of waiting.values()) one.reject(reason);
    waiting.clear();
  });
  return started;
}
