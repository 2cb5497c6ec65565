// Plain JavaScript, because it runs in a worker thread without a compiler.
import http from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** @typedef {{ url: string, seconds: number, connections: number }} Load */

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
async function run({ url, seconds, connections }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  for (let turn = 0; turn < 200; turn++) await sendRequest(url, agent);
  const start = performance.now();
  const end = start + seconds * 1000;
  let count = 0;
  async function connection() {
    while (performance.now() < end) {
      await sendRequest(url, agent);
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
 * @returns {Promise<void>}
 */
function sendRequest(url, agent) {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent }, (answer) => {
        answer.resume();
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`${url} answered ${answer.statusCode}`));
        });
      })
      .on('error', reject);
  });
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has none
if (!isMainThread) parentPort?.postMessage(await run(workerData));
