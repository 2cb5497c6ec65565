/** Turns typed text into a link address; undefined if it cannot be one. */
export function toLinkAddress(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '' || /\s/.test(typed)) return undefined;
  // A path on this site; `//host` and `/\host` would lead to another site.
  if (/^[/\\]/.test(typed)) return /^\/(?![/\\])/.test(typed) ? typed : undefined;
  if (/^mailto:[^@\s]+@[^@\s]+$/i.test(typed)) return typed;
  if (/^[^@\s/:]+@[^@\s/:]+\.[^@\s/:]+$/.test(typed)) return `mailto:${typed}`;
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  return URL.canParse(address) && isSite(new URL(address)) ? address : undefined;
}

/** Rejects a bare word and unknown schemes (`javascript:alert`). */
function isSite({ hostname, username }: URL): boolean {
  return username === '' && (hostname.includes('.') || hostname === 'localhost');
}
