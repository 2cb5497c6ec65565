// Separate from the endpoints, so the home page can load these numbers without the schemas.

export const homeNewsCount = 6;
export const newsPageSize = 12;
/** `sizes` of the picture above a post. The first HTML's preload must use the same value. */
export const postPictureSizes = '(min-width: 980px) 920px, 100vw';
