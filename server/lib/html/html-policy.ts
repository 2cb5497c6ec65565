import { readPictureUrl } from '#shared/endpoints/media.ts';

export type HtmlPolicy = {
  /** Links to this origin open in the same tab. */
  siteUrl: string;
  /** Other hosts whose pictures may be shown: `host` or `*.host`. */
  imageHosts: readonly string[];
};

/** The address if the picture may be shown, otherwise undefined. Also used for the picture above a post. */
export function readImageSource(
  text: string,
  { siteUrl, imageHosts }: HtmlPolicy,
): string | undefined {
  if (!URL.canParse(text, siteUrl)) return undefined;
  const url = new URL(text, siteUrl);
  if (url.origin === new URL(siteUrl).origin)
    return readPictureUrl(url.pathname)?.width ? url.pathname : undefined;
  if (url.protocol !== 'https:' || url.username || url.password || url.port) return undefined;
  const isAllowed = imageHosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  );
  return isAllowed ? url.href : undefined;
}
