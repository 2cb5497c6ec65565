import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** A file of the build, held in memory with its compressed forms (made at build time). */
export type StaticFile = {
  type: string;
  etag: string;
  plain: Buffer;
  brotli?: Buffer;
  gzip?: Buffer;
  /** Its name carries a hash of its content, so it never changes. */
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

export async function loadStaticFiles(folder: string): Promise<Map<string, StaticFile>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const contents = new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const)),
  );
  const files = new Map<string, StaticFile>();
  for (const [path, plain] of contents) {
    const type = types[extname(path)];
    if (!type) continue;
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    const brotli = contents.get(`${path}.br`);
    const gzip = contents.get(`${path}.gz`);
    files.set(url, {
      type,
      plain,
      etag: `W/"${createHash('sha1').update(plain).digest('base64url')}"`,
      ...(brotli && { brotli }),
      ...(gzip && { gzip }),
      isImmutable: url.startsWith('/assets/'),
    });
  }
  return files;
}
