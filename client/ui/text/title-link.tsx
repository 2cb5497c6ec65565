import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import styles from './title-link.module.css';

export const TitleLink = createLink(function TitleAnchor({
  className,
  children,
  ...rest
}: ComponentProps<'a'>) {
  return (
    <a {...rest} className={classNames(styles.title, className)}>
      {children}
    </a>
  );
});
