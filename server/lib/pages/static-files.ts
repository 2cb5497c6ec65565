import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** A file of the build, in memory with its compressed forms (created at build time). */
export type StaticFile = {
  type: string;
  etag: string;
  plain: Buffer;
  brotli?: Buffer;
  gzip?: Buffer;
  /** The name contains a hash of the content, so it never changes. */
  isImmutable: boolean;
};

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Synchronous: hundreds of small files are read with less work, and the server does not listen yet. */
export function loadStaticFiles(folder: string): Map<string, StaticFile> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const contents = new Map(paths.map((path) => [path, readFileSync(path)]));
  const files = new Map<string, StaticFile>();
  for (const [path, plain] of contents) {
    const type = types[extname(path)];
    if (!type) continue;
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    const brotli = contents.get(`${path}.br`);
    const gzip = contents.get(`${path}.gz`);
    files.set(url, toStaticFile({ url, type, plain, brotli, gzip }));
  }
  return files;
}

/** Assets of earlier builds (tooling/keep-assets.mjs). */
const earlier = '/previous';

/** Pages of earlier builds ask for these. Removed from `files`, so that no new page refers to one by mistake. */
export function takeEarlierAssets(files: Map<string, StaticFile>): Map<string, StaticFile> {
  const assets = new Map<string, StaticFile>();
  for (const [path, file] of files) {
    if (!path.startsWith(`${earlier}/`)) continue;
    files.delete(path);
    const url = path.slice(earlier.length);
    assets.set(url, { ...file, isImmutable: isAsset(url) });
  }
  for (const url of files.keys()) assets.delete(url);
  return assets;
}

/** A newer build has replaced the folder, and a page of an updated replica asks for its asset here. */
export async function readNewerAsset(
  clientFolder: string,
  name: string,
): Promise<StaticFile | undefined> {
  const type = types[extname(name)];
  if (!type || !/^\w[\w.-]*$/.test(name)) return undefined;
  const path = join(clientFolder, 'assets', name);
  const read = (file: string) => readFile(file).catch(() => undefined);
  const plain = await read(path);
  if (!plain) return undefined;
  const [brotli, gzip] = await Promise.all([read(`${path}.br`), read(`${path}.gz`)]);
  return toStaticFile({ url: `/assets/${name}`, type, plain, brotli, gzip });
}

type Parts = {
  url: string;
  type: string;
  plain: Buffer;
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
};

function toStaticFile({ url, type, plain, brotli, gzip }: Parts): StaticFile {
  return {
    type,
    plain,
    etag: `W/"${createHash('sha1').update(plain).digest('base64url')}"`,
    ...(brotli && { brotli }),
    ...(gzip && { gzip }),
    isImmutable: isAsset(url),
  };
}

function isAsset(url: string): boolean {
  return url.startsWith('/assets/');
}
