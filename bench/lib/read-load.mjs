// Plain JavaScript, because it runs in a process without a compiler.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

/** @typedef {{ port: number, path: string, seconds: number, connections: number }} ReadLoad */

/**
 * Reads one address over kept-open connections, as fast as the server answers, from a process of its own.
 * Written on sockets, because an HTTP client needs more time for an answer than the server.
 * Returns answers per second.
 * @param {ReadLoad} load
 * @returns {Promise<number>}
 */
export async function loadReads(load) {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(load)], { execArgv: [] });
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The load of ${load.path} ended with ${code}.`);
    }),
  ]);
  return answer;
}

/** @param {ReadLoad} load */
async function run({ port, path, seconds, connections }) {
  const request = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`,
  );
  let answers = 0;
  const start = performance.now();
  const end = start + seconds * 1000;

  async function readUntilEnd() {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    /** Bytes of the current answer that are still to come. */
    let left = 0;
    socket.on('data', (chunk) => {
      left = (left > 0 ? left : lengthOfAnswer(chunk)) - chunk.length;
      if (left > 0) return;
      answers += 1;
      if (performance.now() < end) socket.write(request);
      else socket.end();
    });
    await once(socket, 'connect');
    socket.write(request);
    await once(socket, 'close');
  }
  await Promise.all(Array.from({ length: connections }, readUntilEnd));
  return (answers / (performance.now() - start)) * 1000;
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
  process.send?.(await run(JSON.parse(process.argv[2] ?? '')));
  process.disconnect();
}
