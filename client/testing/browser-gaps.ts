// Small versions of the browser functions that jsdom lacks, with the behaviour that the client relies on.

/** All streams of this test, newest last. */
export const streams: FakeEventSource[] = [];

export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    streams.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  send(type: string, data: unknown, lastEventId = ''): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }
}

/** Never reports anything: jsdom has no layout. */
class QuietObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

export function fillBrowserGaps(): void {
  Object.assign(globalThis, {
    EventSource: FakeEventSource,
    ResizeObserver: QuietObserver,
    IntersectionObserver: QuietObserver,
    matchMedia: (media: string) =>
      Object.assign(new EventTarget(), { matches: false, media, onchange: null }),
    requestIdleCallback: (callback: () => void) => setTimeout(callback),
    cancelIdleCallback: clearTimeout,
    scrollTo() {},
    scrollBy() {},
  });
  Object.assign(Element.prototype, {
    scrollIntoView() {},
    setPointerCapture() {},
    releasePointerCapture() {},
    checkVisibility(this: Element) {
      return this.isConnected && !this.closest('[hidden], dialog:not([open])');
    },
  });
  // The text editor asks where the cursor is, in the frame after it got the focus.
  Object.assign(Range.prototype, {
    getClientRects: () => [],
    getBoundingClientRect: () => document.body.getBoundingClientRect(),
  });
  URL.createObjectURL = () => 'blob:test';
  URL.revokeObjectURL = () => {};
  sortSelectorLists();
  quickenComputedStyles();
  addDialogs();
  addPopovers();
}

/** jsdom lists the matches of `a:not(…), b:not(…)` selector by selector instead of in document order. */
function sortSelectorLists(): void {
  for (const prototype of [Document.prototype, Element.prototype]) {
    for (const name of ['querySelector', 'querySelectorAll']) {
      replaceMethod(prototype, name, (select, selector) => select(asOneSelector(selector)));
    }
  }
}

function replaceMethod(
  prototype: object,
  name: string,
  replacement: (own: (selector: string) => unknown, selector: string, target: object) => unknown,
): void {
  const own = Reflect.get(prototype, name) as (this: object, selector: string) => unknown;
  Reflect.set(prototype, name, function call(this: object, selector: string) {
    return replacement((changed) => own.call(this, changed), selector, this);
  });
}

function asOneSelector(selector: string): string {
  return /,.*:|:.*,/s.test(selector) ? `:is(${selector})` : selector;
}

/**
 * getByRole asks whether each element and its parents are shown. jsdom compares every one of them with its whole
 * style sheet, again after each change of the document. Style sheets are not loaded in these tests, so elements
 * with one name and the same attributes are displayed alike.
 */
function quickenComputedStyles(): void {
  const compute = getComputedStyle;
  const displays = new Map<string, string>();

  function findDisplay(element: Element): string {
    const name = element.localName;
    if (name === 'dialog' || name === 'summary' || element.hasAttribute('popover')) {
      return compute(element).display;
    }
    if (styles(element, 'display')) return compute(element).display;
    const attributes = ['hidden', 'type'].map((attribute) => element.getAttribute(attribute));
    const key = JSON.stringify([element.namespaceURI, name, ...attributes]);
    const display = displays.get(key) ?? compute(element).display;
    displays.set(key, display);
    return display;
  }

  function findVisibility(element: Element): string {
    for (let parent: Element | null = element; parent; parent = parent.parentElement) {
      // The hidden part of a table is collapsed.
      const isCollapsed = parent.hasAttribute('hidden') && /^(?:t|col)/.test(parent.localName);
      if (isCollapsed || styles(parent, 'visibility')) return compute(element).visibility;
    }
    return 'visible';
  }

  globalThis.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement || document.styleSheets.length > 0) return compute(element, pseudoElement);
    const find = (name: string) => {
      if (name === 'display') return findDisplay(element);
      if (name === 'visibility') return findVisibility(element);
      return undefined;
    };
    const own = {
      getPropertyValue: (name: string) => find(name) ?? compute(element).getPropertyValue(name),
    };
    return new Proxy(own as CSSStyleDeclaration, {
      get: (target, name) =>
        Reflect.get(target, name) ?? find(String(name)) ?? Reflect.get(compute(element), name),
    });
  };
}

function styles(element: Element, property: string): boolean {
  return element.getAttribute('style')?.includes(property) ?? false;
}

const focusable =
  '[autofocus], a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

function addDialogs(): void {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      if (!this.isConnected) throw new DOMException('Not in the document', 'InvalidStateError');
      if (this.open) throw new DOMException('Already open', 'InvalidStateError');
      this.open = true;
      (this.querySelector<HTMLElement>(focusable) ?? this).focus();
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return;
      this.open = false;
      // Browsers send the event later, too.
      setTimeout(() => this.dispatchEvent(new Event('close')));
    },
  });
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
    const isAllowed = dialog?.dispatchEvent(new Event('cancel', { cancelable: true }));
    if (isAllowed) dialog?.close();
  });
}

const openPopovers = new WeakSet();

function addPopovers(): void {
  replaceMethod(Element.prototype, 'matches', (matches, selector, element) =>
    selector === ':popover-open' ? openPopovers.has(element) : matches(selector),
  );
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      togglePopover(this, true);
    },
    hidePopover(this: HTMLElement) {
      togglePopover(this, false);
    },
  });
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[popovertarget]') : null;
    const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '');
    if (popover) togglePopover(popover, !openPopovers.has(popover));
  });
}

function togglePopover(popover: HTMLElement, isOpen: boolean): void {
  if (openPopovers.has(popover) === isOpen) return;
  if (isOpen) openPopovers.add(popover);
  else openPopovers.delete(popover);
  const event = new Event('toggle');
  Object.assign(event, {
    oldState: isOpen ? 'closed' : 'open',
    newState: isOpen ? 'open' : 'closed',
  });
  setTimeout(() => popover.dispatchEvent(event));
}
