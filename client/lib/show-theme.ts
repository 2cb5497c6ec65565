/** The first HTML links the theme; this follows changes of it. */
export function showTheme(href: string | null, { head } = document): void {
  const old = head.querySelectorAll('#theme');
  // The first HTML disables our fonts if the look has others; the next one may need them.
  head.querySelectorAll<HTMLLinkElement>('link[disabled]').forEach((link) => {
    link.disabled = false;
  });
  const removeOld = () => old.forEach((link) => link.remove());
  if (!href) return removeOld();
  const link = head.ownerDocument.createElement('link');
  Object.assign(link, { id: 'theme', rel: 'stylesheet', href });
  // The old one stays until then, so that the page is never without its colours.
  link.addEventListener('load', removeOld);
  head.append(link);
}
