import type { Route, RouteInput } from '#shared/api.ts';
import { buildUrl } from '#shared/build-url.ts';
import type { UrlParts } from '#shared/build-url.ts';

import { splitRoute, toRefusal, unreachable } from './api.ts';
import { withFreshSignIn } from './fresh-sign-in.ts';

/** Saves the file that an endpoint answers with. A plain link could not ask for the password. */
export async function download<R extends Route>(route: R, input: RouteInput<R>): Promise<void> {
  const response = await withFreshSignIn(() => fetchFile(route, input as UrlParts));
  const [, name = 'download'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  saveFile(await response.blob(), name);
}

export function saveFile(content: Blob, name: string): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // Some browsers read the file only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

async function fetchFile(route: Route, parts: UrlParts): Promise<Response> {
  const { method, path } = splitRoute(route);
  const response = await fetch(buildUrl(path, parts), { method, credentials: 'same-origin' }).catch(
    (error: unknown) => {
      throw unreachable(error);
    },
  );
  if (response.ok) return response;
  throw toRefusal(await response.json().catch(() => undefined), response.status);
}
