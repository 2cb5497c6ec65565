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
