import { AwsClient } from 'aws4fetch';

import type { MediaSettings } from '#server/config.ts';
import { AppError } from '#shared/errors.ts';

import type { MediaStore } from './media-store.ts';

type S3Settings = Extract<MediaSettings, { kind: 's3' }>;

const timeoutMilliseconds = 10_000;
const cacheBytes = 64 * 1024 * 1024;

/** Works with any S3-compatible bucket, using path-style URLs. Caches recent files in memory. */
export function createS3Store(settings: S3Settings): MediaStore {
  const { endpoint, bucket, region, accessKey, secretKey } = settings;
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries: 2,
  });
  const addressOf = (name: string) => `${endpoint}/${bucket}/media/${name}`;
  const cache = createFileCache();

  async function send(name: string, init: RequestInit): Promise<Response> {
    try {
      const signal = AbortSignal.timeout(timeoutMilliseconds);
      return await client.fetch(addressOf(name), { ...init, signal });
    } catch (error) {
      throw unavailable(error);
    }
  }

  return {
    async put(name, bytes) {
      const body = new Uint8Array(bytes);
      const answer = await send(name, {
        method: 'PUT',
        body,
        headers: { 'content-type': 'image/webp' },
      });
      if (!answer.ok) throw unavailable(await describeFailure(answer));
    },
    async get(name) {
      const cached = cache.get(name);
      if (cached) return cached;
      const answer = await send(name, { method: 'GET' });
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw unavailable(await describeFailure(answer));
      const bytes = Buffer.from(await answer.arrayBuffer());
      cache.add(name, bytes);
      return bytes;
    },
  };
}

async function describeFailure(answer: Response): Promise<Error> {
  const text = await answer.text().catch(() => '');
  return new Error(`the media bucket answered ${answer.status}: ${text.slice(0, 500)}`);
}

function unavailable(cause: unknown): AppError {
  const text = 'The picture store cannot be reached. Please try again in a moment.';
  return new AppError('server/unavailable', text, { cause, retryAfterSeconds: 5 });
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
