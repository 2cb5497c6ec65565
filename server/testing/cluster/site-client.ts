import * as http from 'node:http';
import * as https from 'node:https';
import { text } from 'node:stream/consumers';

// Requests to a cluster as browsers send them: over kept connections, and from several addresses, because
// the site limits the live streams of one network.

export type SiteRequest = {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
};

export type SiteClient = {
  /** Fails if the connection does. */
  send(request: SiteRequest): Promise<{ status: number; text: string }>;
  /** Returns when the answer begins. */
  open(path: string, options: OpenOptions): Promise<http.IncomingMessage>;
  close(): void;
};

type OpenOptions = {
  headers: Record<string, string>;
  signal: AbortSignal;
  localAddress: string | undefined;
};

type BeginOptions = Omit<http.RequestOptions, 'headers'> & { headers: Record<string, string> };

const timeoutMs = 60_000;

export function createSiteClient(url: string, certificate: string | undefined): SiteClient {
  const { protocol, port, host } = new URL(url);
  const { request, Agent } = protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true });
  const common = {
    host: '127.0.0.1',
    port,
    servername: 'localhost',
    ...(certificate && { ca: certificate }),
  };

  function begin(options: BeginOptions, body?: string): Promise<http.IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = { host, ...options.headers };
      request({ ...common, ...options, headers })
        .on('response', resolve)
        .on('error', reject)
        .end(body);
    });
  }

  return {
    async send({ method = 'GET', path, headers = {}, body }) {
      const signal = AbortSignal.timeout(timeoutMs);
      const content = body === undefined ? undefined : JSON.stringify(body);
      const length =
        content === undefined ? {} : { 'content-length': String(Buffer.byteLength(content)) };
      const type = content === undefined ? {} : { 'content-type': 'application/json' };
      const all = { ...headers, ...type, ...length };
      const answer = await begin({ method, path, agent, signal, headers: all }, content);
      return { status: answer.statusCode ?? 0, text: await text(answer) };
    },
    open(path, { headers, signal, localAddress }) {
      return begin({ path, agent: false, signal, headers, ...(localAddress && { localAddress }) });
    },
    close: () => agent.destroy(),
  };
}
