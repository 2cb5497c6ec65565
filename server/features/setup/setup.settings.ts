import { defineSetting } from '#server/lib/data/settings.ts';
import { SetupMarks } from '#shared/endpoints/setup.ts';

export const setupMarks = defineSetting('site.setup', SetupMarks, {
  marks: {},
  isHidden: false,
  mailServer: null,
});
