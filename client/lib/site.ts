import type { SiteInfo, Visit } from '#shared/site.ts';

/** The server embeds both in the first HTML. */
export const site = readBlock('site') as SiteInfo;
export const visit = readBlock('visit') as Visit;

function readBlock(id: string): unknown {
  // On the server, client/render.tsx fills in `site`.
  if (typeof document === 'undefined') return {};
  return JSON.parse(document.getElementById(id)?.textContent ?? '{}');
}
