import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import getPort from 'get-port';

import { composeExample } from './proxy-examples.ts';
import type { ExampleProxy } from './proxy-examples.ts';

const commands = {
  nginx: (file: string, folder: string) => ['-c', file, '-p', folder, '-e', 'stderr'],
  caddy: (file: string) => ['run', '--config', file, '--adapter', 'caddyfile'],
};

/** Runs the installed nginx or Caddy with the example of docs/operations.md, for https on loopback. */
export async function startExampleProxy(
  kind: ExampleProxy,
  port: number,
  replicaPorts: readonly number[],
): Promise<{ certificate: string; stop: () => Promise<void> }> {
  if (replicaPorts.length !== 2) throw new Error('The examples are for two replicas.');
  const folder = await mkdtemp(join(tmpdir(), `wynhold-${kind}-`));
  const { certificate, key } = await createCertificate(folder);
  const redirectPort = await getPort({ host: '127.0.0.1' });
  const place = { port, replicaPorts, certificate, key, redirectPort, folder };
  const file = join(folder, 'config');
  await writeFile(file, await composeExample(kind, place));
  const child = spawn(kind, commands[kind](file, folder), {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const ended = once(child, 'close').catch(() => {});
  process.once('exit', () => child.kill('SIGKILL'));
  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
  const isListening = waitUntilListening(port).then(() => true);
  if (!(await Promise.race([isListening, ended.then(() => false)]))) {
    await stop();
    throw new Error(`${kind} did not start. On Debian: apt-get install nginx-light caddy`);
  }
  return { certificate: await readFile(certificate, 'utf8'), stop };
}

async function createCertificate(folder: string): Promise<{ certificate: string; key: string }> {
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate];
  const newKey = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await promisify(execFile)('openssl', ['req', ...newKey, '-days', '2', ...name, ...files]);
  return { certificate, key };
}

async function waitUntilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
}
