import type { SiteInfo, Visit } from '#shared/site.ts';

/** Given by the server in the first HTML. */
export const site = readBlock('site') as SiteInfo;
export const visit = readBlock('visit') as Visit;

function readBlock(id: string): unknown {
  // On the server client/render.tsx says it.
  if (typeof document === 'undefined') return {};
  return JSON.parse(document.getElementById(id)?.textContent ?? '{}');
}
