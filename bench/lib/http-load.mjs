// Plain JavaScript, because it runs in a worker thread without a compiler.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * With a body the requests are POSTs, each with a new Idempotency-Key, by the owners of the cookies in
 * turns.
 * @typedef {{ url: string, seconds: number, connections: number, body?: string, cookies?: string[] }} Load
 */

/**
 * Sends requests from a worker thread, to leave the main thread to the server. Returns answers per second.
 * @param {Load} load
 * @returns {Promise<number>}
 */
export async function loadHttp(load) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: load });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** @param {Load} load */
async function run(load) {
  const { seconds, connections } = load;
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  if (load.body === undefined) {
    for (let turn = 0; turn < 200; turn++) await sendRequest(load, agent, turn);
  }
  const start = performance.now();
  const end = start + seconds * 1000;
  let turn = 0;
  async function connection() {
    while (performance.now() < end) {
      turn += 1;
      await sendRequest(load, agent, turn);
    }
  }
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  return (turn / (performance.now() - start)) * 1000;
}

/**
 * @param {Load} load
 * @param {http.Agent} agent
 * @param {number} turn
 * @returns {Promise<void>}
 */
function sendRequest({ url, body, cookies = [] }, agent, turn) {
  const headers = body !== undefined && {
    cookie: cookies[turn % cookies.length] ?? '',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': randomUUID(),
  };
  return new Promise((resolve, reject) => {
    const method = headers ? 'POST' : 'GET';
    const request = http.request(url, { method, agent, ...(headers && { headers }) }, (answer) => {
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
