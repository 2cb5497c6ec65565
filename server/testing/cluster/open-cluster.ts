import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import getPort from 'get-port';

import { startExampleProxy } from './example-proxy.ts';
import { startReplicas } from './replicas.ts';
import { startReverseProxy } from './reverse-proxy.ts';

// Several built servers on one PostgreSQL behind a reverse proxy, on this machine only.

/**
 * How long the proxy may take to notice that a replica is back. If the next one stopped earlier, there could
 * be a moment in which the proxy knows of none that is ready.
 */
const noticeMs = 3000;

const proxyKinds = ['own', 'nginx', 'caddy'] as const;
type ProxyKind = (typeof proxyKinds)[number];

export function readProxyKind(text: string): ProxyKind {
  const kind = proxyKinds.find((name) => name === text);
  if (!kind) throw new Error(`--proxy must be one of ${proxyKinds.join(', ')}.`);
  return kind;
}

export type Cluster = {
  url: string;
  /** The certificate of nginx or Caddy; the own proxy does not speak https. */
  certificate: string | undefined;
  count: number;
  restart(at: number): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  count: number;
  databaseUrl: string;
  proxy: ProxyKind;
  settings: Record<string, string>;
  /** A free one by default. */
  port?: number;
  /** 'ignore' hides the setup link, which every replica of an empty site prints. */
  stderr?: 'inherit' | 'ignore';
};

export async function openCluster(options: Options): Promise<Cluster> {
  const { count, databaseUrl, proxy: kind, settings } = options;
  const port = options.port ?? (await getPort({ host: '127.0.0.1' }));
  const ports: number[] = [];
  for (let n = 0; n < count; n += 1) ports.push(await getPort({ host: '127.0.0.1' }));
  const url = `${kind === 'own' ? 'http' : 'https'}://localhost:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'wynhold-cluster-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const common = {
      NODE_ENV: 'development',
      SITE_URL: url,
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: '1',
    };
    const { stderr } = options;
    const replicas = await startReplicas(ports, { ...common, ...settings }, { stderr });
    const proxy = await startProxy(kind, port, ports).catch(async (error: unknown) => {
      await replicas.stop();
      throw error;
    });
    return {
      url,
      certificate: proxy.certificate,
      count,
      async restart(at) {
        await replicas.restart(at);
        await sleep(noticeMs);
      },
      async close() {
        await replicas.stop();
        await proxy.stop();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

async function startProxy(kind: ProxyKind, port: number, replicaPorts: number[]) {
  if (kind !== 'own') return startExampleProxy(kind, port, replicaPorts);
  return { certificate: undefined, stop: await startReverseProxy(port, replicaPorts) };
}
