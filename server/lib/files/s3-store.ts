import type { BucketSettings } from '#server/config.ts';
import { openBucket } from '#server/lib/files/bucket.ts';
import { AppError } from '#shared/errors.ts';

import type { MediaStore } from './media-store.ts';

const prefix = 'media/';
const cacheBytes = 64 * 1024 * 1024;

/** Caches recent files in memory. */
export function createS3Store(settings: BucketSettings): MediaStore {
  const bucket = openBucket(settings);
  const cache = createFileCache();

  async function send(name: string, init: Parameters<typeof bucket.send>[1]): Promise<Response> {
    return bucket.send(`/${prefix}${name}`, init).catch(unavailable);
  }

  return {
    async put(name, bytes) {
      const body = new Uint8Array(bytes);
      await send(name, { method: 'PUT', body, headers: { 'content-type': 'image/webp' } });
    },
    async get(name) {
      const cached = cache.get(name);
      if (cached) return cached;
      const answer = await send(name, { method: 'GET', mayBe: 404 });
      if (answer.status === 404) return undefined;
      const bytes = Buffer.from(await answer.arrayBuffer());
      cache.add(name, bytes);
      return bytes;
    },
    async list() {
      return (await bucket.list(prefix).catch(unavailable)).map(({ name }) => name);
    },
    async remove(name) {
      cache.remove(name);
      await send(name, { method: 'DELETE', mayBe: 404 });
    },
  };
}

function unavailable(cause: unknown): never {
  const text = 'The picture store cannot be reached. Please try again in a moment.';
  throw new AppError('server/unavailable', text, { cause, retryAfterSeconds: 5 });
}

function createFileCache() {
  const files = new Map<string, Buffer>();
  let size = 0;
  return {
    get(name: string): Buffer | undefined {
      const bytes = files.get(name);
      if (!bytes) return undefined;
      // Re-insert at the end: the map's order is the eviction order.
      files.delete(name);
      files.set(name, bytes);
      return bytes;
    },
    remove(name: string): void {
      size -= files.get(name)?.length ?? 0;
      files.delete(name);
    },
    add(name: string, bytes: Buffer): void {
      size += bytes.length - (files.get(name)?.length ?? 0);
      files.delete(name);
      files.set(name, bytes);
      for (const [oldest, old] of files) {
        if (size <= cacheBytes) break;
        files.delete(oldest);
        size -= old.length;
      }
    },
  };
}
