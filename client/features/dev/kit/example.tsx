import { type ComponentProps, Fragment, type ReactNode } from 'react';

import { Row, Stack } from '#client/ui/layout/layout.tsx';

import styles from './kit.module.css';

/** Variants of a component side by side, under the name of what differs. */
export function Example({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <h3 className={styles.label}>{label}</h3>
      <Row>{children}</Row>
    </Stack>
  );
}

export function each<const Value extends string | number>(
  values: readonly Value[],
  render: (value: Value) => ReactNode,
): ReactNode {
  return values.map((value) => <Fragment key={value}>{render(value)}</Fragment>);
}

/** For the `render` properties of components that usually get a link of the router. */
export function linkTo(href: string) {
  return ({ children, ...props }: ComponentProps<'a'>) => (
    <a href={href} {...props}>
      {children}
    </a>
  );
}
