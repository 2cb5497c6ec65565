import type { Feature } from '#server/feature.ts';

import { describeHomePage } from './home.pages.ts';

export const home: Feature = { name: 'home', pages: describeHomePage };
