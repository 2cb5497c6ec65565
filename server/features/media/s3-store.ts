import { AwsClient } from 'aws4fetch';
import { decodeXML } from 'entities';

import type { MediaSettings } from '#server/config.ts';
import { AppError } from '#shared/errors.ts';

import type { MediaStore } from './media-store.ts';

type S3Settings = Extract<MediaSettings, { kind: 's3' }>;

const timeoutMilliseconds = 10_000;
const prefix = 'media/';
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
  const bucketAddress = `${endpoint}/${bucket}`;
  const cache = createFileCache();

  const send = (name: string, init: RequestInit) => sendTo(`/${prefix}${name}`, init);

  async function sendTo(path: string, init: RequestInit): Promise<Response> {
    try {
      const signal = AbortSignal.timeout(timeoutMilliseconds);
      return await client.fetch(`${bucketAddress}${path}`, { ...init, signal });
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** A bucket answers with a thousand names at a time. */
  async function listFrom(token?: string): Promise<string[]> {
    const query = new URLSearchParams({ 'list-type': '2', prefix });
    if (token) query.set('continuation-token', token);
    const answer = await sendTo(`?${query}`, { method: 'GET' });
    if (!answer.ok) throw unavailable(await describeFailure(answer));
    const text = await answer.text();
    const keys = [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
    const names = keys.map((key) => key.slice(prefix.length));
    const next = /<NextContinuationToken>([^<]+)</.exec(text)?.[1];
    return next ? [...names, ...(await listFrom(decodeXML(next)))] : names;
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
    list: () => listFrom(),
    async remove(name) {
      cache.remove(name);
      const answer = await send(name, { method: 'DELETE' });
      if (!answer.ok && answer.status !== 404) throw unavailable(await describeFailure(answer));
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
