import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';

import type { IconName } from '#client/ui/icon/icon-names.ts';

import type { MenuItem } from './menu.tsx';

/** An item that opens a page. */
export function linkItem(label: string, icon: IconName, link: LinkProps): MenuItem {
  return { label, icon, render: (props) => <Link {...link} {...props} /> };
}
