import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import type { PageToRender } from '#shared/site.ts';

/** Renders the content of a public page to HTML with the client's components (client/render.tsx). */
export type RenderApp = (page: PageToRender) => Promise<string>;

export type PageRenderer = {
  /** Until the renderer is loaded, pages are served with "Loading..." instead of waiting. */
  isReady(): boolean;
  render: RenderApp;
};

/** Undefined in development, where Vite serves the pages. `load` is separate, so that the start does not wait for it. */
export function findRenderer(file: string): (PageRenderer & { load(): Promise<void> }) | undefined {
  if (!existsSync(file)) return undefined;
  let loaded: { renderApp: RenderApp } | undefined;
  async function load(): Promise<void> {
    loaded = (await import(pathToFileURL(file).href)) as typeof loaded;
  }
  return {
    load,
    isReady: () => loaded !== undefined,
    async render(page) {
      if (!loaded) throw new Error('The renderer is not loaded.');
      return loaded.renderApp(page);
    },
  };
}
