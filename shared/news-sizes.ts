// Apart from the contracts: the home page needs the numbers before it needs the schemas.

/** Posts on the home page. */
export const homeNewsCount = 6;
/** Posts on a page of All News. */
export const newsPageSize = 12;
/** How wide the picture above a post is shown: the first HTML preloads it by the same words. */
export const postPictureSizes = '(min-width: 980px) 920px, 100vw';
