/** In client/art/accounts. The page and its preload must use the same values, or two pictures are fetched. */
export type AuthScene = 'hearth' | 'gate' | 'raven-tower';

export const authPictures = {
  phone: { media: '(max-width: 480px)', sizes: '100vw', widths: [780, 1170] },
  /** The picture is as high as the page, so at least this wide. */
  wide: { media: '(min-width: 480.02px)', sizes: 'max(100vw, 1920px)', widths: [1920, 2880] },
} as const;

/** Pages whose first HTML is rendered. */
export const sceneOfPage: Record<string, AuthScene> = {
  '/login': 'hearth',
  '/register': 'gate',
  '/reset': 'raven-tower',
  '/play': 'gate',
};
