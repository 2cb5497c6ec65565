import type { MailBrand } from '#server/lib/mail-template.ts';
import { fillSite } from '#shared/appearance-defaults.ts';
import type { Appearance } from '#shared/appearance.ts';
import { createTheme } from '#shared/theme.ts';

import { iconsOf } from './icons.service.ts';

export function mailBrandOf({ name, footer, logo, palette }: Appearance): MailBrand {
  return {
    siteName: name,
    footer: fillSite(footer.text, name),
    logo: logo ? iconsOf(logo)['96'] : undefined,
    shift: createTheme(palette),
  };
}
