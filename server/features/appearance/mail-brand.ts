import type { MailBrand } from '#server/lib/mail/mail-template.ts';
import type { Appearance } from '#shared/endpoints/appearance.ts';
import { fillSite } from '#shared/rules/appearance-defaults.ts';
import { createTheme } from '#shared/rules/theme.ts';

import { iconsOf } from './icons.service.ts';

export function mailBrandOf({ name, footer, logo, palette }: Appearance): MailBrand {
  return {
    siteName: name,
    footer: fillSite(footer.text, name),
    logo: logo ? iconsOf(logo)['96'] : undefined,
    shift: createTheme(palette),
  };
}
