import { type ComponentProps, type ReactNode, useId } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';

import styles from './panel.module.css';

type Props = Omit<ComponentProps<'div'>, 'title'> & {
  heading?: ReactNode;
  headingLevel?: 2 | 3 | 4 | undefined;
  icon?: IconName | undefined;
  actions?: ReactNode;
  /** `ornate` adds a decorative frame (at most one per view), `plain` drops the texture (admin). */
  variant?: 'stone' | 'ornate' | 'plain' | undefined;
  pad?: 'none' | 'sm' | 'md' | undefined;
};

/** The stone surface, for controls, tables and forms. With a heading it is a named region. */
export function Panel({
  heading,
  headingLevel = 2,
  icon,
  actions,
  variant = 'stone',
  pad = 'md',
  className,
  children,
  ...rest
}: Props) {
  const headingId = useId();
  const Heading = `h${headingLevel}` as const;
  const Box = heading ? 'section' : 'div';
  return (
    <Box
      {...rest}
      className={classNames(styles.panel, styles[variant], styles[`pad-${pad}`], className)}
      aria-labelledby={heading ? headingId : rest['aria-labelledby']}
    >
      {heading && (
        <div className={styles.head}>
          <Heading className={styles.heading} id={headingId}>
            {icon && <Icon name={icon} className={styles.icon} />}
            {heading}
          </Heading>
          {actions}
        </div>
      )}
      {children}
    </Box>
  );
}
