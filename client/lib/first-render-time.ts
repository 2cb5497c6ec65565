import { createContext } from 'react';

/** When the server rendered the first HTML. Hydration uses this time too, so that the texts match. */
export const FirstRenderTime = createContext(0);
