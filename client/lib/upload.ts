import type { Route, RouteAnswer } from '#shared/api.ts';
import { buildUrl } from '#shared/build-url.ts';

import { splitRoute, toRefusal, unreachable } from './api.ts';
import { withFreshSignIn } from './fresh-sign-in.ts';

export type UploadOptions = {
  query?: Record<string, string>;
  /** Called with the share of the file sent so far, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** Sends a file as the request body, with XMLHttpRequest, because `fetch` reports no upload progress. */
export function upload<R extends Route>(
  route: R,
  file: Blob,
  options: UploadOptions = {},
): Promise<RouteAnswer<R>> {
  return withFreshSignIn(() => sendFile(route, file, options));
}

function sendFile<R extends Route>(
  route: R,
  file: Blob,
  { query = {}, onProgress, signal }: UploadOptions,
): Promise<RouteAnswer<R>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { method, path } = splitRoute(route);
    request.open(method, buildUrl(path, { query }));
    request.responseType = 'json';
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total);
    });
    request.addEventListener('load', () => {
      // The cast is safe: the server serializes the response with this endpoint's schema.
      if (request.status < 300) resolve(request.response as RouteAnswer<R>);
      else reject(toRefusal(request.response, request.status));
    });
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () =>
      reject(new DOMException('Upload aborted', 'AbortError')),
    );
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
