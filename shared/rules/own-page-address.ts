/** Pages that every site has, at addresses of their own. They have a default text. */
export const fixedPages = ['terms', 'privacy'] as const;
export type FixedPage = (typeof fixedPages)[number];

export const fixedTitles: Record<FixedPage, string> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
};

export function isFixedPage(slug: string): slug is FixedPage {
  return fixedPages.some((one) => one === slug);
}

export function pathOfPage(slug: string): string {
  return isFixedPage(slug) ? `/${slug}` : `/pages/${slug}`;
}

/** `maxPlaced`: in the navigation, and in the footer. */
export const ownPageLimits = { maxPages: 100, maxPlaced: 12, slug: 60, label: 30, title: 120 };

export function toSlug(title: string): string {
  return title
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, ownPageLimits.slug)
    .replaceAll(/^-|-$/g, '');
}
