import type { FeatureContext } from '#server/feature.ts';
import { iconSizes } from '#shared/endpoints/appearance.ts';
import { AppError } from '#shared/errors.ts';

import { findIcon } from './icons.service.ts';
import { readThemeName, themeSheetsOf } from './theme-sheet.ts';

const forever = 'public, max-age=31536000, immutable';
const hidden = { schema: { hide: true }, config: { isQuiet: true } } as const;

/** The style sheet and the icons of the owner's brand. Their names change with their content. */
export function registerBrandFiles({ app, deps }: FeatureContext): void {
  app.get<{ Params: { name: string } }>('/theme/:name', hidden, async (request, reply) => {
    const theme = readThemeName(request.params.name);
    if (!theme) throw notFound();
    const css = (await themeSheetsOf(deps)).render(theme);
    return reply.header('cache-control', forever).type('text/css; charset=utf-8').send(css);
  });

  app.get<{ Params: { name: string } }>('/icons/:name', hidden, async (request, reply) => {
    const [, key = '', size] = /^([\da-f]{16})-(\w+)\.png$/.exec(request.params.name) ?? [];
    const known = iconSizes.find((one) => one === size);
    const icon = known && (await findIcon(deps, { key, size: known }));
    if (!icon) throw notFound();
    return reply.header('cache-control', forever).type('image/png').send(icon);
  });
}

function notFound(): AppError {
  return new AppError('request/not-found', 'There is nothing here.');
}
