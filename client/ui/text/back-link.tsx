import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

import { Icon } from '#client/ui/icon/icon.tsx';

import styles from './back-link.module.css';

export const BackLink = createLink(function BackAnchor({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} className={styles.back}>
      <Icon name="arrow-left" />
      {children}
    </a>
  );
});
