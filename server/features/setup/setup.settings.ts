import { defineSetting } from '#server/lib/settings.ts';
import { SetupMarks } from '#shared/setup.ts';

export const setupMarks = defineSetting('site.setup', SetupMarks, {
  marks: {},
  isHidden: false,
  mailServer: null,
});
