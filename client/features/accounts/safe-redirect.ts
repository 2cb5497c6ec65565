/** The address comes from a link that anyone can send: whatever might lead to another site becomes `/`. */
export function safeRedirect(value: unknown): string {
  return isOwnPath(value) ? value : '/';
}

const ownOrigin = 'https://own.invalid';

function isOwnPath(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return false;
  // Browsers strip tabs and newlines from URLs: "/\t/evil" would become "//evil".
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(value)) return false;
  const url = new URL(value, ownOrigin);
  // "/.//evil" looks like a path until its dots are resolved.
  return url.origin === ownOrigin && !url.pathname.startsWith('//');
}
