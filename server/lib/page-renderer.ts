import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import type { PageToRender } from '#shared/site.ts';

/** The content of a public page as HTML, by the client's own components (client/render.tsx). */
export type RenderApp = (page: PageToRender) => Promise<string>;

export type PageRenderer = {
  /** Until it is loaded, pages begin with "Loading...": nobody waits for it. */
  isReady(): boolean;
  render: RenderApp;
};

/**
 * The built renderer; none while developing, where Vite serves the pages. It comes when told to
 * (`load`): a start must not wait for it.
 */
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
