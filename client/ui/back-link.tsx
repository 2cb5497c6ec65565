import type { ReactNode } from 'react';

import { Icon } from '#client/ui/icon.tsx';

import styles from './back-link.module.css';

type LinkProps = { className: string | undefined; children: ReactNode };

/** `<BackLink label="Back to news" render={(props) => <Link to="/news" {...props} />} />` */
export function BackLink({
  label,
  render,
}: {
  label: string;
  render: (props: LinkProps) => ReactNode;
}) {
  return render({
    className: styles.back,
    children: (
      <>
        <Icon name="arrow-left" />
        {label}
      </>
    ),
  });
}
