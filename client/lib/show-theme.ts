/** The first HTML links the theme; this follows changes of it. */
export function showTheme(href: string | null): void {
  const old = document.getElementById('theme');
  if (href) {
    const link = document.createElement('link');
    Object.assign(link, { id: 'theme', rel: 'stylesheet', href });
    // The old one stays until then, so that the page is never without its colours.
    link.addEventListener('load', () => old?.remove());
    document.head.append(link);
  } else old?.remove();
}
