import type { Answer, Endpoint } from '#shared/endpoint.ts';

import { toRefusal, unreachable } from './api.ts';
import { withFreshSignIn } from './fresh-sign-in.ts';

type Options = {
  /** 0 to 1, as the bytes leave. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Sends a file as the body of a call. By XMLHttpRequest, because `fetch` cannot tell how far an
 * upload has come. Refusals arrive as AppError, as from `call`.
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  file: Blob,
  options: Options = {},
): Promise<Answer<E>> {
  return withFreshSignIn(endpoint, () => sendFile(endpoint, file, options));
}

function sendFile<E extends Endpoint>(
  endpoint: E,
  file: Blob,
  { onProgress, signal }: Options,
): Promise<Answer<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, endpoint.path);
    request.responseType = 'json';
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total);
    });
    request.addEventListener('load', () => {
      // The server's allow-list has already shaped the answer by the same endpoint's schema.
      if (request.status < 300) resolve(request.response as Answer<E>);
      else reject(toRefusal(request.response, request.status));
    });
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
