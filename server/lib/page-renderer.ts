import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import type { PageToRender } from '#shared/site.ts';

/** The content of a public page as HTML, by the client's own components (client/render.tsx). */
export type RenderApp = (page: PageToRender) => Promise<string>;

/**
 * The built renderer; none while developing, where pages begin with "Loading..." and Vite serves the
 * rest. Loaded when the first page needs it, or by `warm` before: a start must not wait for it.
 */
export function findRenderer(
  file: string,
): { render: RenderApp; warm(): Promise<void> } | undefined {
  if (!existsSync(file)) return undefined;
  let loading: Promise<{ renderApp: RenderApp }> | undefined;
  const load = () => (loading ??= import(pathToFileURL(file).href) as typeof loading & object);
  return {
    render: async (page) => (await load()).renderApp(page),
    warm: async () => void (await load()),
  };
}
