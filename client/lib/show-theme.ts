/** The first HTML links the theme; this follows changes of it. */
export function showTheme(href: string | null, { head } = document): void {
  const old = head.querySelectorAll('#theme');
  const removeOld = () => old.forEach((link) => link.remove());
  if (!href) return removeOld();
  const link = head.ownerDocument.createElement('link');
  Object.assign(link, { id: 'theme', rel: 'stylesheet', href });
  // The old one stays until then, so that the page is never without its colours.
  link.addEventListener('load', removeOld);
  head.append(link);
}
