import type { Page } from '@playwright/test';

type Style = Pick<
  CSSStyleDeclaration,
  | 'clipPath'
  | 'fontSize'
  | 'overflowX'
  | 'overflowY'
  | 'position'
  | 'textOverflow'
  | 'webkitLineClamp'
  | 'zIndex'
>;

/** Lists what is wrong with the layout of the open page at the given width. */
export async function findLayoutDefects(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
  // Until the next frame, Chromium may keep styles of the old width (media queries, vw).
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate(readLayoutDefects);
}

/**
 * Runs in the page. Text may be cut only on purpose: by `text-overflow: ellipsis`, a line clamp, a
 * container that scrolls, or one with `data-cut`.
 */
function readLayoutDefects(): string[] {
  const defects = new Set<string>();
  const root = document.documentElement;
  const header = document.querySelector('header:not(main *)');
  const modal = document.querySelector('dialog:modal');
  const elements = [...(modal ?? document.body).querySelectorAll('*')];
  const styles = new Map<Element, Style>();
  const clipped = new Map<Element, boolean>();

  scrollTo({ top: 0, behavior: 'instant' });
  const overflow = root.scrollWidth - root.clientWidth;
  if (overflow > 0) defects.add(`scrolls sideways by ${overflow} px`);
  for (const element of elements) {
    const boxes = readBoxes(element);
    if (boxes.length === 0 || isHidden(element)) continue;
    const isPicture = element.matches('img');
    if (!isPicture && (isTooNarrow(element) || boxes.some((box) => isCut(element, box))))
      defects.add(`cut off: ${nameOf(element)}`);
    if (boxes.some((box) => meetsHeader(element, box)))
      defects.add(`overlaps the navigation: ${nameOf(element)}`);
  }
  checkHeader();
  checkFields();
  checkMargins();
  // Sticky elements must stay below the bar, and the bar above everything that scrolls.
  scrollTo({ top: 500, behavior: 'instant' });
  for (const element of elements) {
    const isPinned = /sticky|fixed/.test(styleOf(element).position);
    if (isPinned && !isHidden(element) && meetsHeader(element, element.getBoundingClientRect()))
      defects.add(`overlaps the navigation when scrolled: ${nameOf(element)}`);
  }
  checkHeader();
  scrollTo({ top: 0, behavior: 'instant' });
  return [...defects];

  /** The reset takes the margins away if the cascade layers are in another order. */
  function checkMargins(): void {
    const bar = header?.querySelector('.wrap');
    if (!bar) return;
    const { left, right } = bar.getBoundingClientRect();
    if (Math.abs(left - (root.clientWidth - right)) > 1)
      defects.add('the bar is not in the middle');
  }

  /** A field that is wider than its column covers the next one. */
  function checkFields(): void {
    const fields = elements.filter(
      (one) => one.matches('input, select, textarea') && one.clientWidth > 30 && !isHidden(one),
    );
    const boxes = fields.map((field) => field.getBoundingClientRect());
    for (const [at, field] of fields.entries()) {
      const right = boxes[at]!.right - 1;
      const middle = (boxes[at]!.top + boxes[at]!.bottom) / 2;
      const covers = boxes.some(
        (box, other) =>
          other !== at &&
          box.left < right &&
          box.right > right &&
          box.top < middle &&
          box.bottom > middle,
      );
      if (covers) defects.add(`covers another field: ${nameOf(field)}`);
    }
  }

  function checkHeader(): void {
    if (!header || modal) return;
    const items = [...header.querySelectorAll('a, button')].filter((item) => !isHidden(item));
    if (items.length < 2) defects.add('the navigation is missing');
    for (const item of items) {
      const { left, top, width, height } = item.getBoundingClientRect();
      const places = [0.1, 0.5, 0.9].map(
        (part) => [left + width * part, top + height / 2] as const,
      );
      const isFree = places.every(([x, y]) => item.contains(document.elementFromPoint(x, y)));
      if (!isFree) defects.add(`covered in the navigation: ${nameOf(item)}`);
    }
  }

  /** The lines of text directly in the element; of controls and pictures the whole box. */
  function readBoxes(element: Element): DOMRect[] {
    if (element.closest('svg')) return [];
    if (element.matches('button, input, select, textarea, img')) {
      // The scene behind the hero.
      return styleOf(element).zIndex === '-1' ? [] : [element.getBoundingClientRect()];
    }
    const texts = [...element.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
    );
    return texts.flatMap((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()];
    });
  }

  function isCut(element: Element, box: DOMRect): boolean {
    // The box of a line is higher than its letters.
    const slack = Math.max(2, parseFloat(styleOf(element).fontSize) * 0.3);
    for (let frame: Element | null = element; frame; frame = frame.parentElement) {
      const style = styleOf(frame);
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return false;
      if (frame.hasAttribute('data-cut') || style.textOverflow === 'ellipsis') return false;
      if (style.webkitLineClamp !== 'none') return false;
      const { left, right, top, bottom } = frame.getBoundingClientRect();
      const isHiddenX = style.overflowX !== 'visible' && frame !== document.body;
      if (isHiddenX && (box.left < left - 1 || box.right > right + 1)) return true;
      const isHiddenY = style.overflowY !== 'visible';
      if (isHiddenY && (box.top < top - slack || box.bottom > bottom + slack)) return true;
      if (style.position === 'fixed') break;
    }
    // The body cuts what is wider than the window.
    return box.left < -1 || box.right > root.clientWidth + 1;
  }

  /** The placeholder, date or number does not fit the field. A text may be longer: it scrolls. */
  function isTooNarrow(element: Element): boolean {
    if (!element.matches('input:not([type="checkbox"], [type="radio"])')) return false;
    const { type, value } = element as HTMLInputElement;
    return (type !== 'text' || value === '') && element.scrollWidth > element.clientWidth + 1;
  }

  function meetsHeader(element: Element, box: DOMRect): boolean {
    if (!header || modal || header.contains(element)) return false;
    const { top, bottom } = header.getBoundingClientRect();
    return box.width > 0 && box.top < bottom - 1 && box.bottom > top + 1;
  }

  function isHidden(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true })) return true;
    return isClipped(element);
  }

  /** Text for screen readers, and the skip link until it has the focus. */
  function isClipped(element: Element): boolean {
    const known = clipped.get(element);
    if (known !== undefined) return known;
    const parent = element.parentElement;
    const isOwn = styleOf(element).clipPath === 'inset(50%)' || element.matches('.skip-link');
    const isInside = isOwn || (parent !== null && isClipped(parent));
    clipped.set(element, isInside);
    return isInside;
  }

  /** A copy, because each look at a property of the browser's own object takes long. */
  function styleOf(element: Element): Style {
    const known = styles.get(element);
    if (known) return known;
    const own = getComputedStyle(element);
    const style = {
      clipPath: own.clipPath,
      fontSize: own.fontSize,
      overflowX: own.overflowX,
      overflowY: own.overflowY,
      position: own.position,
      textOverflow: own.textOverflow,
      webkitLineClamp: own.webkitLineClamp,
      zIndex: own.zIndex,
    };
    styles.set(element, style);
    return style;
  }

  function nameOf(element: Element): string {
    const text = element.textContent?.trim().slice(0, 40) || element.getAttribute('aria-label');
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class')}"> ${text}`;
  }
}
