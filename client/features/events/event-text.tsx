import { useEffect, useId, useRef, useState } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import styles from './event-text.module.css';

/** Longer texts seldom fit on two lines. Only for the first HTML: the browser measures. */
const likelyTooLong = 170;

export function EventText({ text, labelledBy }: { text: string; labelledBy: string }) {
  const id = useId();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isCut, setIsCut] = useState(text.length > likelyTooLong);
  useEffect(() => {
    const element = paragraph.current;
    if (!element || isOpen) return undefined;
    const observer = new ResizeObserver(() => {
      setIsCut(element.scrollHeight > element.clientHeight + 1);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div className={classNames(styles.text, isOpen && styles.open)}>
      <p
        ref={paragraph}
        id={id}
        data-cut={isOpen ? undefined : 'on purpose'}
        className={classNames(styles.paragraph, isCut && !isOpen && styles.cut)}
      >
        {text}
      </p>
      {(isCut || isOpen) && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={labelledBy}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'More'}
        </button>
      )}
    </div>
  );
}
