/** What a person types as an address, as a link needs it; undefined for what cannot be one. */
export function toLinkAddress(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '' || /\s/.test(typed)) return undefined;
  // A path of our own; `//host` and `/\host` are other sites in disguise.
  if (/^[/\\]/.test(typed)) return /^\/(?![/\\])/.test(typed) ? typed : undefined;
  if (/^mailto:[^@\s]+@[^@\s]+$/i.test(typed)) return typed;
  if (/^[^@\s/:]+@[^@\s/:]+\.[^@\s/:]+$/.test(typed)) return `mailto:${typed}`;
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  return URL.canParse(address) && isSite(new URL(address)) ? address : undefined;
}

/** A bare word, or a scheme that is not ours (`javascript:alert`), is no site. */
function isSite({ hostname, username }: URL): boolean {
  return username === '' && (hostname.includes('.') || hostname === 'localhost');
}
