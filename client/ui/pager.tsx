import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Button, buttonClass } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';

import styles from './pager.module.css';

export type PagerProps = {
  label: string;
  page: number;
  pages: number;
  /** Labels of the two buttons. */
  labels?: readonly [string, string] | undefined;
  /** Default: `Page 2 of 14`. */
  status?: ReactNode;
  /** The address of a page, e.g. `(page) => linkOptions({ to: '/polls', search: { page } })`. */
  link?: ((page: number) => LinkProps) | undefined;
  /** For lists whose page is not in the address. */
  onPage?: ((page: number) => void) | undefined;
};

const newerAndOlder = ['Newer', 'Older'] as const;

/** Steps through numbered pages. Renders nothing if there is only one. */
export function Pager({ page, pages, labels = newerAndOlder, link, onPage, ...rest }: PagerProps) {
  const status = `Page ${page.toLocaleString('en')} of ${pages.toLocaleString('en')}`;
  const step = (label: string, target: number): Step => ({
    label,
    ...(target >= 1 &&
      target <= pages && {
        ...(link && { link: link(target) }),
        ...(onPage && { onClick: () => onPage(target) }),
      }),
  });
  if (pages <= 1) return null;
  return (
    <PagerSteps
      status={status}
      previous={step(labels[0], page - 1)}
      next={step(labels[1], page + 1)}
      {...rest}
    />
  );
}

/** With neither `link` nor `onClick` there is no such page, and the button is disabled. */
type Step = { label: string; link?: LinkProps; onClick?: () => void };

type StepsProps = { label: string; previous: Step; next: Step; status?: ReactNode };

/** For lists without page numbers. */
export function PagerSteps({ label, previous, next, status }: StepsProps) {
  return (
    <nav aria-label={label} className={styles.pager}>
      <PagerStep step={previous} rel="prev" />
      <p className={styles.status} aria-live="polite">
        {status}
      </p>
      <PagerStep step={next} rel="next" />
    </nav>
  );
}

function PagerStep({ step, rel }: { step: Step; rel: 'prev' | 'next' }) {
  const content = (
    <>
      {rel === 'prev' && <Icon name="chevron-left" />}
      {step.label}
      {rel === 'next' && <Icon name="chevron-right" />}
    </>
  );
  if (step.link) {
    return (
      <Link {...step.link} rel={rel} className={buttonClass({ size: 'sm' })}>
        {content}
      </Link>
    );
  }
  return (
    <Button size="sm" disabled={!step.onClick} onClick={step.onClick}>
      {content}
    </Button>
  );
}
