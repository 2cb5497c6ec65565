import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { AwsV4Signer } from 'aws4fetch';
import { onTestFinished } from 'vitest';

const secret = 'wJalrXUtnFEMI';

/** Settings for the bucket of startBucket. */
export function bucketSettings(endpoint: string): Record<string, string> {
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'pictures',
    S3_REGION: 'eu-west-1',
    S3_ACCESS_KEY: 'AKID',
    S3_SECRET_KEY: secret,
  };
}

type Call = { method: string; path: string; query: URLSearchParams; body: Buffer };
type Answer = { status?: number; body?: string | Buffer | undefined; tag?: string };

/** A local fake of the S3 calls we use; it checks signatures like the real one. */
export async function startBucket() {
  const files = new Map<string, Buffer>();
  /** Unfinished uploads, by id. */
  const uploads = new Map<string, { path: string; parts: Map<number, Buffer> }>();
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      requests.push(request);
      const { pathname: path, searchParams: query } = new URL(`http://bucket${request.url}`);
      const call = { method: request.method ?? '', path, query, body: Buffer.concat(chunks) };
      const isGenuine = (await isSigned(request)) && hasDigest(request, call.body);
      const { status, body, tag } = isGenuine
        ? answer(call)
        : { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' };
      response
        .writeHead(status ?? (body === undefined ? 404 : 200), {
          'content-length': Buffer.byteLength(body ?? ''),
          ...(tag && { etag: tag }),
        })
        .end(body);
    });
  });

  function answer(call: Call): Answer {
    const { method, path, query, body } = call;
    if (query.has('uploads')) return method === 'POST' ? startUpload(path) : listUploads();
    const id = query.get('uploadId');
    if (id !== null) return changeUpload(id, call);
    if (query.has('list-type')) return { body: listKeys(files, query) };
    const found = files.get(path);
    if (method === 'PUT') files.set(path, body);
    if (method === 'DELETE') files.delete(path);
    return method === 'PUT' ? { body: '' } : { body: found };
  }

  function startUpload(path: string): Answer {
    const id = `a+b/${uploads.size + 1}`;
    uploads.set(id, { path, parts: new Map() });
    return { body: `<Result><UploadId>${id}</UploadId></Result>` };
  }

  function listUploads(): Answer {
    const found = [...uploads].map(
      ([id, { path }]) =>
        `<Upload><Key>${path.slice('/pictures/'.length)}</Key><UploadId>${id}</UploadId></Upload>`,
    );
    return { body: `<Result>${found.join('')}</Result>` };
  }

  function changeUpload(id: string, { method, query, body }: Call): Answer {
    const upload = uploads.get(id);
    if (!upload) return { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' };
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      return { body: '', tag: `"${createHash('md5').update(body).digest('hex')}"` };
    }
    uploads.delete(id);
    if (method === 'DELETE') return { status: 204 };
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)/g)].map(([, n]) => Number(n));
    files.set(upload.path, Buffer.concat(numbers.map((n) => upload.parts.get(n) ?? Buffer.of())));
    return { body: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' };
  }

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { endpoint, files, uploads, requests };
}

/** Two at a time, where a real bucket lists a thousand. */
function listKeys(files: Map<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const all = [...files].map(([path, { length }]) => [path.slice('/pictures/'.length), length]);
  const matching = all.filter(([key]) => String(key).startsWith(prefix));
  const from = Number(query.get('continuation-token')?.replace('a&b', '') ?? 0);
  const found = matching.slice(from, from + 2);
  const next =
    from + 2 < matching.length
      ? `<NextContinuationToken>a&amp;b${from + 2}</NextContinuationToken>`
      : '';
  return `<ListBucketResult>${found.map(([key, size]) => `<Contents><Key>${key}</Key><Size>${size}</Size></Contents>`).join('')}${next}</ListBucketResult>`;
}

function hasDigest(request: IncomingMessage, body: Buffer): boolean {
  const given = String(request.headers['x-amz-content-sha256']);
  const found = createHash('sha256').update(body).digest('hex');
  return given === 'UNSIGNED-PAYLOAD' || given === found;
}

async function isSigned(request: IncomingMessage): Promise<boolean> {
  const signer = new AwsV4Signer({
    method: request.method ?? 'GET',
    url: `http://${request.headers.host}${request.url}`,
    headers: {
      'x-amz-content-sha256': String(request.headers['x-amz-content-sha256']),
      ...(request.headers['content-type'] && { 'content-type': request.headers['content-type'] }),
    },
    datetime: String(request.headers['x-amz-date']),
    accessKeyId: 'AKID',
    secretAccessKey: secret,
    service: 's3',
    region: 'eu-west-1',
  });
  return (await signer.authHeader()) === request.headers.authorization;
}
