// Plain JavaScript, because it runs in a worker thread without a compiler.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** @typedef {{ url: string, cookies: string[], body: string, seconds: number, connections: number }} Load */

/**
 * Sends requests from a worker thread, to leave the main thread to the server. Returns purchases per second.
 * @param {Load} load
 * @returns {Promise<number>}
 */
export async function loadPurchases(load) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: load });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** @param {Load} load */
async function run({ url, cookies, body, seconds, connections }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  const end = start + seconds * 1000;
  let count = 0;
  let turn = 0;
  async function connection() {
    while (performance.now() < end) {
      turn += 1;
      await buy(url, agent, { cookie: cookies[turn % cookies.length] ?? '', body });
      count += 1;
    }
  }
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  return (count / (performance.now() - start)) * 1000;
}

/**
 * @param {string} url
 * @param {http.Agent} agent
 * @param {{ cookie: string, body: string }} as
 * @returns {Promise<void>}
 */
function buy(url, agent, { cookie, body }) {
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': randomUUID(),
    };
    const request = http.request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${answer.statusCode}`));
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has none
if (!isMainThread) parentPort?.postMessage(await run(workerData));
