import { AwsClient } from 'aws4fetch';
import { decodeXML } from 'entities';

import type { BucketSettings } from '#server/config.ts';

/** Calls an S3-compatible bucket, using path-style URLs. A path begins with `/`, or is a query of the bucket. */
export type Bucket = {
  /** Throws unless the answer is a success or has the status `mayBe`. */
  send: (path: string, init?: BucketRequest) => Promise<Response>;
  /** All files whose names begin with `prefix`, without it. */
  list: (prefix: string) => Promise<StoredFile[]>;
};

export type StoredFile = { name: string; bytes: number };

type BucketRequest = RequestInit & { mayBe?: number; timeoutMs?: number };

const defaultTimeoutMs = 10_000;

export function openBucket(settings: BucketSettings): Bucket {
  const { endpoint, bucket, region, accessKey, secretKey } = settings;
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries: 2,
  });

  const send: Bucket['send'] = async (
    path,
    { mayBe, timeoutMs = defaultTimeoutMs, signal, ...init } = {},
  ) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const answer = await client.fetch(`${endpoint}/${bucket}${path}`, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (answer.ok || answer.status === mayBe) return answer;
    const text = await answer.text().catch(() => '');
    throw new Error(`the bucket answered ${answer.status}: ${text.slice(0, 500)}`);
  };

  /** A bucket answers with a thousand names at a time. */
  async function listFrom(prefix: string, token?: string): Promise<StoredFile[]> {
    const query = new URLSearchParams({ 'list-type': '2', prefix });
    if (token) query.set('continuation-token', token);
    const text = await (await send(`?${query}`)).text();
    const sizes = readTags(text, 'Size');
    const files = readTags(text, 'Key').map((key, at) => ({
      name: key.slice(prefix.length),
      bytes: Number(sizes[at] ?? 0),
    }));
    const [next] = readTags(text, 'NextContinuationToken');
    return next ? [...files, ...(await listFrom(prefix, next))] : files;
  }

  return { send, list: (prefix) => listFrom(prefix) };
}

/** The contents of all elements of this name. */
export function readTags(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}>([^<]+)</${name}>`, 'g'));
  return [...found].map(([, text = '']) => decodeXML(text));
}
