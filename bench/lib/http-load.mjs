// Plain JavaScript, because it runs in a process without a compiler.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

/**
 * With a body the requests are POSTs, each with a new Idempotency-Key, by the owners of the cookies in turns.
 * @typedef {{ port: number, path: string, seconds: number, connections: number, body?: string, cookies?: string[] }} Load
 */

/**
 * Calls one address over kept-open connections, as fast as the server answers, from a process of its own.
 * Written on sockets, because an HTTP client needs more time for an answer than the server.
 * Returns answers per second.
 * @param {Load} load
 * @returns {Promise<number>}
 */
export async function loadHttp(load) {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: [] });
  child.send(load);
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The load of ${load.path} ended with ${code}.`);
    }),
  ]);
  return answer;
}

/** @param {Load} load */
async function run(load) {
  const { port, seconds, connections } = load;
  const first = Buffer.from(buildRequest(load, 0));
  let turn = 0;
  let answers = 0;
  const start = performance.now();
  const end = start + seconds * 1000;

  async function callUntilEnd() {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    /** Bytes of the current answer that are still to come. */
    let left = 0;
    function send() {
      turn += 1;
      socket.write(load.body === undefined ? first : buildRequest(load, turn));
    }
    socket.on('data', (chunk) => {
      left = (left > 0 ? left : lengthOfAnswer(chunk)) - chunk.length;
      if (left > 0) return;
      answers += 1;
      if (performance.now() < end) send();
      else socket.end();
    });
    await once(socket, 'connect');
    send();
    await once(socket, 'close');
  }
  await Promise.all(Array.from({ length: connections }, callUntilEnd));
  return (answers / (performance.now() - start)) * 1000;
}

/**
 * @param {Load} load
 * @param {number} turn
 */
function buildRequest({ port, path, body, cookies = [] }, turn) {
  const method = body === undefined ? 'GET' : 'POST';
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Accept-Encoding: gzip, deflate, br',
  ];
  if (body !== undefined) {
    head.push(`Cookie: ${cookies[turn % cookies.length]}`, 'Content-Type: application/json');
    head.push(`Content-Length: ${Buffer.byteLength(body)}`, `Idempotency-Key: ${randomUUID()}`);
  }
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/**
 * Head and body together.
 * @param {Buffer} beginning
 */
function lengthOfAnswer(beginning) {
  const headLength = beginning.indexOf('\r\n\r\n') + 4;
  const head = beginning.toString('latin1', 0, headLength);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (!length || !head.startsWith('HTTP/1.1 200')) throw new Error(`Unexpected answer: ${head}`);
  return headLength + Number(length);
}

// A bench that imports this file is a child process too.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [load] = await once(process, 'message');
  process.send?.(await run(load));
  process.disconnect();
}
