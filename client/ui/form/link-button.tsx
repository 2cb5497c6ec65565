import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

import { useSite } from '#client/lib/site.ts';
import { ButtonLink } from '#client/ui/form/button.tsx';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { isPageOf } from '#shared/pages.ts';

/** Not shown if its page is switched off. */
export const LinkButton = createLink(function PageLink(props: ComponentProps<typeof ButtonLink>) {
  const { featuresOff } = useSite();
  return !isPageOf(featuresOff, props.href ?? '') && <ButtonLink {...props} />;
});

type IconProps = Omit<ComponentProps<'a'>, 'children'> & { icon: IconName; label: string };

/** The link of a row: only its icon. */
export const IconLink = createLink(function IconAnchor({ icon, label, ...rest }: IconProps) {
  return (
    <ButtonLink {...rest} tone="quiet" size="sm" square aria-label={label}>
      <Icon name={icon} />
    </ButtonLink>
  );
});
