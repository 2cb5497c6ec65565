import type { ComponentProps, MouseEvent, ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';

import styles from './button.module.css';

export type ButtonLook = {
  /** Use one primary button per view. */
  tone?: 'primary' | 'secondary' | 'danger' | 'quiet' | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  block?: boolean | undefined;
  square?: boolean | undefined;
};

type Content = {
  icon?: IconName | undefined;
  children: ReactNode;
};

type ButtonProps = ButtonLook &
  Content &
  Omit<ComponentProps<'button'>, 'children'> & { pending?: boolean | undefined };

type ButtonLinkProps = ButtonLook & Content & Omit<ComponentProps<'a'>, 'children'>;

type IconButtonProps = Omit<ButtonProps, 'children' | 'block' | 'icon'> & {
  icon: IconName;
  label: string;
};

/** For router links: `<Link className={buttonClass({ tone: 'primary' })} …>`. */
export function buttonClass({
  tone = 'secondary',
  size = 'md',
  block,
  square,
}: ButtonLook = {}): string {
  return classNames(
    styles.button,
    styles[tone],
    styles[size],
    block && styles.block,
    square && styles.square,
  );
}

export function Button({
  tone,
  size,
  block,
  icon,
  pending = false,
  type = 'button',
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(
        buttonClass({ tone, size, block }),
        pending && styles.pending,
        className,
      )}
      onClick={pending ? preventDefault : onClick}
      // Not `disabled`, which would drop the focus while the request runs.
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function ButtonLink({
  tone,
  size,
  block,
  square,
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <a {...rest} className={classNames(buttonClass({ tone, size, block, square }), className)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

export function IconButton({ icon, label, tone = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      tone={tone}
      aria-label={label}
      className={classNames(styles.square, className)}
    >
      <Icon name={icon} />
    </Button>
  );
}

function preventDefault(event: MouseEvent) {
  event.preventDefault();
}
