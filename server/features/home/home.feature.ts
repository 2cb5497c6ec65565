import type { Feature } from '#server/feature.ts';

import { describeHomePage } from './home.pages.ts';

/** The home page, which shows the newest of several features. */
export const home: Feature = { name: 'home', pages: describeHomePage };
