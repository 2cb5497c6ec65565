import { createHash } from 'node:crypto';

import { AppError } from '#shared/errors.ts';

import type { HtmlPolicy } from './html-policy.ts';
import { purifyInWorker } from './purify-in-worker.ts';

const maxCachedResults = 500;
const results = new Map<string, string>();

/**
 * Editors' HTML is shown on our own origin, so scripts are removed here: DOMPurify with an allow-list of
 * what the editor can produce, run before storing and again before showing. The content security policy
 * would also stop a script, but nothing here relies on it.
 * Results are cached by hash, so that reading a post does not parse it again.
 */
export async function sanitiseHtml(html: string, policy: HtmlPolicy): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([policy.siteUrl, policy.imageHosts, html]))
    .digest('base64');
  const known = results.get(key);
  if (known !== undefined) return known;
  assertNotTooComplex(html);
  const clean = await purifyInWorker(html, policy);
  if (clean === undefined) throw tooComplex();
  if (results.size >= maxCachedResults) results.delete(results.keys().next().value ?? '');
  results.set(key, clean);
  return clean;
}

const maxTags = 5_000;
const maxDepth = 200;

/** 40,000 unclosed tags block a server for minutes. The editor never produces that, so count before parsing. */
function assertNotTooComplex(html: string): void {
  let tags = 0;
  let depth = 0;
  let deepest = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]*)/gi)) {
    tags += 1;
    if (slash) depth = Math.max(0, depth - 1);
    else if (!/^(?:br|hr|img|p|li)$/i.test(name)) depth += 1;
    deepest = Math.max(deepest, depth);
  }
  if (tags <= maxTags && deepest <= maxDepth) return;
  throw tooComplex();
}

function tooComplex(): AppError {
  return new AppError('news/too-complex', 'The text is nested too deeply or has too many parts.');
}
