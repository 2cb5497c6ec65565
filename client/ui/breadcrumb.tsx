import type { ReactNode } from 'react';

import { Icon } from '#client/ui/icon.tsx';

import styles from './breadcrumb.module.css';

type LinkProps = { className: string | undefined; children: ReactNode };

type Crumb = { label: string; render?: ((props: LinkProps) => ReactNode) | undefined };

/** The last crumb is the page itself and has no `render`. */
export function Breadcrumb({
  items,
  label = 'Breadcrumb',
}: {
  items: readonly Crumb[];
  label?: string;
}) {
  return (
    <nav aria-label={label}>
      <ol className={styles.list}>
        {items.map((item) => (
          <li key={item.label} className={styles.item}>
            {item.render ? (
              item.render({ className: styles.link, children: item.label })
            ) : (
              <span aria-current="page">{item.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

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
