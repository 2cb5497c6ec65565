import type { Browser } from './browser.ts';
import { waitFor } from './wait-for.ts';

/** Uses the site as a person does: looks for a name on the page, clicks with the mouse and types. */
export type Visitor = ReturnType<typeof createVisitor>;

type Place = { x: number; y: number };

export function createVisitor(browser: Browser) {
  /** Calls a function in the page. It must not use anything outside itself. */
  function inPage<Result>(fn: (...args: string[]) => Result, ...args: string[]): Promise<Result> {
    const list = args.map((arg) => JSON.stringify(arg)).join(', ');
    return browser.evaluate(`(${fn.toString()})(${list})`) as Promise<Result>;
  }

  async function open(address: string): Promise<void> {
    await browser.open(address);
    await waitFor(`${address} to be ready`, async () => (await inPage(isReady)) || undefined);
  }

  async function see(selector: string, name: string): Promise<void> {
    await waitFor(
      `${selector} "${name}"`,
      async () => (await inPage(locate, selector, name)) ?? undefined,
    );
  }

  /** Waits until the element keeps its place, as it moves while the page is still loading. */
  async function click(selector: string, name = ''): Promise<void> {
    let last: Place | null = null;
    const place = await waitFor(`${selector} "${name}" to be clickable`, async () => {
      const found = await inPage(locate, selector, name);
      const isStill = found && last && found.x === last.x && found.y === last.y;
      last = found;
      return isStill ? found : undefined;
    });
    await browser.perform([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', ...place },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  async function type(selector: string, name: string, text: string): Promise<void> {
    await click(selector, name);
    const actions = text.split('').flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await browser.perform([{ type: 'key', id: 'keyboard', actions }]);
  }

  return { open, see, click, type, inPage };
}

/** Hydrated, and with the fonts that it is measured with. */
function isReady(): boolean {
  const first = document.querySelector('#root > *');
  const isHydrated = first && Object.keys(first).some((key) => key.startsWith('__react'));
  return Boolean(isHydrated) && document.fonts.status === 'loaded';
}

/** The middle of the element with this name, if nothing covers it. */
function locate(selector: string, name: string): Place | null {
  const element = [...document.querySelectorAll<HTMLElement>(selector)].find((each) => {
    const labels = each instanceof HTMLInputElement ? [...(each.labels ?? [])] : [];
    const texts = [each, ...labels].map(({ textContent }) => textContent.replace(/\s+/g, ' '));
    const names = [each.getAttribute('aria-label') ?? '', ...texts];
    return each.checkVisibility() && names.some((text) => text.includes(name));
  });
  if (!element) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const hit = document.elementFromPoint(x, y);
  return hit && (element.contains(hit) || hit.contains(element)) ? { x, y } : null;
}
