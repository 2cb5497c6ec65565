import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';

import { classNames } from '#client/ui/class-names.ts';
import { Button, buttonClass } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { formatNumber } from '#shared/rules/format-count.ts';

import styles from './pager.module.css';

export type PagerProps = {
  label: string;
  page: number;
  pages: number;
  /** The address of a page, e.g. `(page) => linkOptions({ to: '/polls', search: { page } })`. */
  link?: ((page: number) => LinkProps) | undefined;
  /** For lists whose page is not in the address. */
  onPage?: ((page: number) => void) | undefined;
  /** At the end of a panel whose table reaches its edges. */
  inPanel?: boolean | undefined;
};

/** Steps through numbered pages. Renders nothing if there is only one. */
export function Pager({ label, page, pages, link, onPage, inPanel }: PagerProps) {
  const step = (target: number): Step => ({
    ...(target >= 1 &&
      target <= pages && {
        ...(link && { link: link(target) }),
        ...(onPage && { onClick: () => onPage(target) }),
      }),
  });
  if (pages <= 1) return null;
  return (
    <PagerSteps
      label={label}
      status={describePage(page, pages)}
      previous={step(page - 1)}
      next={step(page + 1)}
      inPanel={inPanel}
    />
  );
}

/** With neither `link` nor `onClick` there is no such page, and the button is disabled. */
type Step = { link?: LinkProps; onClick?: () => void; pending?: boolean };

type StepsProps = {
  label: string;
  /** The specification asks for other words on the poll list. */
  labels?: readonly [string, string];
  status: string;
  previous: Step;
  next: Step;
  inPanel?: boolean | undefined;
};

const usualLabels = ['Previous', 'Next'] as const;

/** For lists that are read by cursor. */
export function PagerSteps({
  label,
  labels = usualLabels,
  previous,
  next,
  status,
  inPanel,
}: StepsProps) {
  return (
    <nav aria-label={label} className={classNames(styles.pager, inPanel && styles.inPanel)}>
      <PagerStep step={previous} label={labels[0]} rel="prev" />
      <p className={styles.status} aria-live="polite">
        {status}
      </p>
      <PagerStep step={next} label={labels[1]} rel="next" />
    </nav>
  );
}

/** `Page 2 of 14`, or `Page 2` if the number of pages is unknown. */
export function describePage(page: number, pages?: number): string {
  const number = `Page ${formatNumber(page)}`;
  return pages === undefined ? number : `${number} of ${formatNumber(pages)}`;
}

type PagerStepProps = { step: Step; label: string; rel: 'prev' | 'next' };

function PagerStep({ step, label, rel }: PagerStepProps) {
  const content = (
    <>
      {rel === 'prev' && <Icon name="chevron-left" />}
      {label}
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
    <Button size="sm" disabled={!step.onClick} pending={step.pending} onClick={step.onClick}>
      {content}
    </Button>
  );
}
