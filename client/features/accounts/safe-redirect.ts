/**
 * Where to go after sign-in. The address comes from a link anybody can send, so only a path of our
 * own counts; everything a browser might read as another site leads home.
 */
export function safeRedirect(value: unknown): string {
  return isOwnPath(value) ? value : '/';
}

const somewhere = 'https://own.invalid';

function isOwnPath(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return false;
  // Browsers drop tabs and newlines from addresses: "/\t/evil" would become "//evil".
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(value)) return false;
  const url = new URL(value, somewhere);
  // "/.//evil" is a path until its dots are resolved.
  return url.origin === somewhere && !url.pathname.startsWith('//');
}
