import { useEffect, useLayoutEffect, useState } from 'react';
import type { ReactNode, RefCallback } from 'react';
import { createPortal } from 'react-dom';

import { showTheme } from '#client/lib/show-theme.ts';

import styles from './preview-frame.module.css';

type Props = {
  title: string;
  /** The width of the screen in CSS pixels. It is scaled to the room there is. */
  width: number;
  theme: string | null;
  children: ReactNode;
};

/** Real components in a document of their own, with its own width and theme. Nothing can be focused or clicked. */
export function PreviewFrame({ title, width, theme, children }: Props) {
  const [room, measureRoom] = useSize();
  const [content, measureContent] = useSize();
  const [body, setBody] = useState<HTMLElement>();
  const isStyled = useStyles(body, theme);
  const scale = room.width / width;
  // Firefox replaces the first document of a frame, so it is asked again when it has loaded.
  const adopt = (frame: HTMLIFrameElement | null) => {
    const found = frame?.contentDocument?.body;
    if (found && found !== body) setBody(found);
  };
  return (
    <div ref={measureRoom} className={styles.room} style={{ height: content.height * scale }}>
      <iframe
        inert
        // The scripts are those of this page; nothing runs inside.
        sandbox="allow-same-origin"
        ref={adopt}
        title={title}
        className={styles.frame}
        style={{ width, height: content.height, scale: String(scale) }}
        onLoad={(event) => adopt(event.currentTarget)}
      />
      {body &&
        createPortal(
          <div ref={measureContent} className={isStyled ? undefined : styles.unstyled}>
            {children}
          </div>,
          body,
        )}
    </div>
  );
}

const ownStyles = 'link[rel=stylesheet]:not(#theme), style';

/** Links the style sheets of this page, also those of parts that load later; true once the first are loaded. */
function useStyles(body: HTMLElement | undefined, theme: string | null): boolean {
  const [styled, setStyled] = useState<HTMLElement>();
  useLayoutEffect(() => {
    if (!body) return undefined;
    const target = body.ownerDocument;
    void linkStyles(target).then(() => setStyled(body));
    const observer = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof Element && node.matches(ownStyles)) {
          target.head.append(target.importNode(node, true));
        }
      }
    });
    observer.observe(document.head, { childList: true });
    return () => observer.disconnect();
  }, [body]);
  useEffect(() => {
    if (body && styled === body) showTheme(theme, body.ownerDocument);
  }, [body, styled, theme]);
  return body !== undefined && styled === body;
}

async function linkStyles(target: Document): Promise<void> {
  target.documentElement.lang = document.documentElement.lang;
  const own = document.head.querySelectorAll(ownStyles);
  const copies = [...own].map((element) => target.importNode(element, true));
  // Our fonts, if the published look has others: a disabled sheet would never load.
  for (const copy of copies) copy.removeAttribute('disabled');
  const loads = copies.map(
    (copy) =>
      new Promise((resolve) => {
        if (copy instanceof HTMLStyleElement) return resolve(undefined);
        copy.addEventListener('load', resolve);
        return copy.addEventListener('error', resolve);
      }),
  );
  target.head.replaceChildren(...copies);
  await Promise.all(loads);
}

type Size = { width: number; height: number };

function useSize(): [Size, RefCallback<HTMLElement>] {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [measure] = useState(() => (element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      setSize({ width: element.offsetWidth, height: element.offsetHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  });
  return [size, measure];
}
