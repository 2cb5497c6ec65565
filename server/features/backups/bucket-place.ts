import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

import type { BucketSettings } from '#server/config.ts';
import { openBucket, readTags } from '#server/lib/files/bucket.ts';
import type { Bucket } from '#server/lib/files/bucket.ts';

import type { BackupPlace } from './backup-place.ts';
import { createFolderPlace } from './folder-place.ts';

const prefix = 'backups/';
const partBytes = 16 * 1024 * 1024;
const mostParts = 10_000;
/** For one part, or for reading a whole backup again. */
const partTimeoutMs = 10 * 60_000;
const readTimeoutMs = 6 * 3_600_000;

/** Sent in parts, because a bucket takes 5 GB at most in one request, and then read again and compared. */
export function createBucketPlace(settings: BucketSettings, dataDir: string): BackupPlace {
  const bucket = openBucket(settings);
  const folder = path.join(dataDir, 'backup-to-send');

  async function remove(name: string): Promise<void> {
    await bucket.send(`/${prefix}${name}`, { method: 'DELETE', mayBe: 404 });
  }

  async function send(name: string, signal: AbortSignal): Promise<void> {
    // The signal ends every request except those that clean up.
    const stoppable: Bucket = {
      ...bucket,
      send: (address, init) => bucket.send(address, { signal, ...init }),
    };
    const key = `/${prefix}${name}`;
    const upload = await startUpload(stoppable, key);
    try {
      const sha256 = await sendInParts(stoppable, upload, path.join(folder, name));
      if ((await digestStored(stoppable, key)) === sha256) return;
    } catch (error) {
      await abort(bucket, upload).catch(() => {});
      await remove(name).catch(() => {});
      throw error;
    }
    await remove(name);
    throw new Error('the bucket did not return what was sent');
  }

  return {
    description: `the bucket ${settings.bucket}`,
    async store(name, make, signal) {
      try {
        const made = await createFolderPlace(folder).store(name, make, signal);
        await send(name, signal);
        return made;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async write(name, text) {
      await bucket.send(`/${prefix}${name}`, { method: 'PUT', body: Buffer.from(text) });
    },
    async read(name) {
      const answer = await bucket.send(`/${prefix}${name}`, { mayBe: 404 });
      return answer.status === 404 ? undefined : answer.text();
    },
    list: () => bucket.list(prefix),
    async open(name) {
      const answer = await bucket.send(`/${prefix}${name}`, {
        mayBe: 404,
        timeoutMs: readTimeoutMs,
      });
      if (answer.status === 404 || !answer.body) return undefined;
      const length = answer.headers.get('content-length');
      return {
        bytes: length === null ? undefined : Number(length),
        stream: Readable.from(answer.body, { objectMode: false }),
      };
    },
    remove,
    async removeUnfinished(isOwn) {
      await rm(folder, { recursive: true, force: true });
      const query = new URLSearchParams({ uploads: '', prefix });
      const text = await (await bucket.send(`?${query}`)).text();
      const ids = readTags(text, 'UploadId');
      for (const [at, key] of readTags(text, 'Key').entries()) {
        if (isOwn(key.slice(prefix.length)))
          await abort(bucket, uploadOf(`/${key}`, ids[at] ?? ''));
      }
    },
  };
}

/** The address of an upload, which parts are added to. */
async function startUpload({ send }: Bucket, key: string): Promise<string> {
  const started = await send(`${key}?uploads=`, { method: 'POST' });
  const [uploadId = ''] = readTags(await started.text(), 'UploadId');
  return uploadOf(key, uploadId);
}

/** Returns the digest of the file. The bucket checks that of each part. */
async function sendInParts(bucket: Bucket, upload: string, file: string): Promise<string> {
  const { sha256, tags } = await sendParts(bucket, upload, file);
  const parts = tags.map(
    (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
  );
  const answer = await bucket.send(upload, {
    method: 'POST',
    body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
    timeoutMs: partTimeoutMs,
  });
  const text = await answer.text();
  // A bucket begins to answer before it has joined the parts, so a failure has status 200 too.
  if (text.includes('<Error>')) throw new Error(`the bucket answered ${text.slice(0, 500)}`);
  return sha256;
}

async function sendParts({ send }: Bucket, upload: string, file: string) {
  const digest = createHash('sha256');
  const tags: string[] = [];
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const buffer = new Uint8Array(Math.max(partBytes, Math.ceil(size / mostParts)));
    for (let from = 0; from < size; from += buffer.length) {
      const { bytesRead } = await handle.read(buffer, { position: from });
      const body = buffer.slice(0, bytesRead);
      digest.update(body);
      const answer = await send(`${upload}&partNumber=${tags.length + 1}`, {
        method: 'PUT',
        body,
        headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
        timeoutMs: partTimeoutMs,
      });
      tags.push(answer.headers.get('etag') ?? '');
    }
  } finally {
    await handle.close();
  }
  return { sha256: digest.digest('hex'), tags };
}

async function digestStored({ send }: Bucket, key: string): Promise<string> {
  const digest = createHash('sha256');
  const { body } = await send(key, { timeoutMs: readTimeoutMs });
  for await (const chunk of body ?? []) digest.update(chunk);
  return digest.digest('hex');
}

async function abort({ send }: Bucket, upload: string): Promise<void> {
  await send(upload, { method: 'DELETE', mayBe: 404 });
}

function uploadOf(key: string, uploadId: string): string {
  return `${key}?uploadId=${encodeURIComponent(uploadId)}`;
}
