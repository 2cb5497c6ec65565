import { useEffect, useRef } from 'react';
import type { HTMLAttributes } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import styles from './scroll-strip.module.css';

/** For links in a strip: otherwise the router marks all as current that differ only in hash or search. */
export const onlyThis = { exact: true, includeHash: true } as const;

type Props = HTMLAttributes<HTMLElement> & { as?: 'div' | 'ul' | undefined };

/** A row that scrolls sideways if it does not fit. A faded edge shows that there is more behind it. */
export function ScrollStrip({ as: Tag = 'div', className, ...props }: Props) {
  const strip = useRef<HTMLDivElement & HTMLUListElement>(null);
  const shown = useRef<Element>(null);
  // After every render, because only the children know which of them is current.
  useEffect(() => {
    const current = strip.current?.querySelector('[aria-current="page"]') ?? null;
    if (current && current !== shown.current) show(current, strip.current!);
    shown.current = current;
  });
  useEffect(() => {
    const element = strip.current;
    if (!element) return undefined;
    const mark = () => markEdges(element);
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, []);
  return <Tag ref={strip} className={classNames(styles.strip, className)} {...props} />;
}

function markEdges(element: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = element;
  element.toggleAttribute('data-more-before', scrollLeft > 1);
  element.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1);
}

/** Not with scrollIntoView, which would also scroll the page. */
function show(child: Element, strip: HTMLElement): void {
  const { left, width } = child.getBoundingClientRect();
  const middle = left - strip.getBoundingClientRect().left + width / 2;
  strip.scrollLeft += middle - strip.clientWidth / 2;
}
