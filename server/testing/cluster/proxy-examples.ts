import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { root } from '#tooling/project.mjs';

// The examples for nginx and Caddy in docs/operations.md, put together as the page says and adapted to
// this machine: name, ports and certificate.

export type ExampleProxy = 'nginx' | 'caddy';

type Place = {
  port: number;
  replicaPorts: readonly number[];
  certificate: string;
  key: string;
  /** For nginx: an unused port instead of 80, and the folder for its own files. */
  redirectPort: number;
  folder: string;
};

export async function composeExample(kind: ExampleProxy, place: Place): Promise<string> {
  const page = await readFile(join(root, 'docs/operations.md'), 'utf8');
  if (kind === 'caddy') return composeCaddy(page, place);
  const site = await readFile(join(root, 'deploy/nginx.conf'), 'utf8');
  return composeNginx(page, site, place);
}

/** The blocks of the page that have this language, each without its fences. */
function findExamples(page: string, language: string): string[] {
  const fenced = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms');
  return [...page.matchAll(fenced)].map(([, text = '']) => text);
}

function findExample(page: string, language: string, part: string): string {
  const [found, ...others] = findExamples(page, language).filter((text) => text.includes(part));
  if (found === undefined || others.length > 0) {
    throw new Error(`docs/operations.md must have one ${language} example with "${part}".`);
  }
  return found;
}

function composeNginx(page: string, site: string, place: Place): string {
  const upstream = findExample(page, 'nginx', 'upstream wynhold');
  const assets = findExample(page, 'nginx', 'location /assets/');
  const { port, redirectPort, certificate, key, folder } = place;
  const server = replaceAll(site, [
    ['proxy_pass http://127.0.0.1:3000;', 'proxy_pass http://wynhold;'],
    ['    location / {\n', `${assets}    location / {\n`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['listen 80;', `listen 127.0.0.1:${redirectPort};`],
    ['/etc/letsencrypt/live/play.example.com/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/play.example.com/privkey.pem', key],
    ['play.example.com', 'localhost'],
  ]);
  const ownPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return [
    'daemon off;',
    `pid ${join(folder, 'nginx.pid')};`,
    // Not the refused connections of every restart.
    'error_log stderr crit;',
    // Otherwise the workers may not use this folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'events { worker_connections 4096; }',
    `http {\naccess_log off;\n${ownPaths.join('\n')}`,
    usePorts(upstream, place),
    server,
    '}',
  ].join('\n');
}

function composeCaddy(page: string, place: Place): string {
  const site = findExample(page, 'caddyfile', 'play.example.com {');
  const assets = findExample(page, 'caddyfile', '@assets path');
  const { port, certificate, key } = place;
  const whole = replaceAll(site, [
    [
      'play.example.com {\n',
      `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}\n`,
    ],
    ['\treverse_proxy 127', `${assets}\treverse_proxy 127`],
  ]);
  const options =
    '{\n\tadmin off\n\tauto_https disable_redirects\n\tlog {\n\t\tlevel FATAL\n\t}\n}\n';
  return options + usePorts(whole, place);
}

function usePorts(text: string, { replicaPorts }: Place): string {
  // Both at once: a port of this machine may be 3000 or 3001.
  const used = new Set<string>();
  const replaced = text.replaceAll(/\b127\.0\.0\.1:300([01])\b/g, (address, digit: string) => {
    used.add(address);
    return `127.0.0.1:${replicaPorts[Number(digit)]}`;
  });
  if (used.size !== 2) throw new Error('The example must name 127.0.0.1:3000 and 127.0.0.1:3001.');
  return replaced;
}

function replaceAll(text: string, pairs: [string, string][]): string {
  return pairs.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The example does not contain "${from}".`);
    return result.replaceAll(from, () => to);
  }, text);
}
