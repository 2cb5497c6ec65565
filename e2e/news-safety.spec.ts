import type { Page } from '@playwright/test';

import { sanitiseHtml } from '../server/lib/html/sanitise-html.ts';
import { attackStrings } from '../server/testing/attack-strings.ts';
import { expect, test } from './support/test.ts';

// The content security policy would also block scripts. It is off here to test the sanitiser alone.
test.use({ bypassCSP: true });

const policy = { siteUrl: 'http://127.0.0.1', imageHosts: [] };

/** Renders each text in its own frame and returns the indexes of those that called `hit` or opened a dialog. */
async function findExecuted(page: Page, texts: string[]): Promise<number[]> {
  const executed = new Set<number>();
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.exposeFunction('reportHit', (index: number) => void executed.add(index));
  await page.addInitScript(() => {
    const report = () =>
      (window.top as unknown as { reportHit(index: number): void }).reportHit(Number(window.name));
    for (const name of ['hit', 'alert', 'confirm', 'prompt', 'print'])
      Object.assign(window, { [name]: report });
  });
  await page.goto('/robots.txt');
  await page.evaluate(renderAll, texts);
  return [...executed].sort((a, b) => a - b);
}

/** Runs in the browser. Renders each text as a document and as innerHTML, then fires events on every element. */
async function renderAll(texts: string[]): Promise<void> {
  async function render(text: string, index: number): Promise<void> {
    const frame = document.createElement('iframe');
    frame.name = String(index);
    frame.srcdoc = `<!doctype html><title>x</title><body>${text}`;
    const loaded = new Promise((resolve) =>
      frame.addEventListener('load', resolve, { once: true }),
    );
    document.body.append(frame);
    await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 3000))]);
    const inner = frame.contentDocument;
    if (inner) {
      const box = inner.createElement('div');
      inner.body?.append(box);
      box.innerHTML = text;
      for (const element of inner.querySelectorAll('*')) {
        for (const kind of ['mouseover', 'mouseenter', 'pointerdown', 'focus', 'click']) {
          element.dispatchEvent(new Event(kind, { bubbles: true, cancelable: true }));
        }
        const address = element.getAttribute('href');
        if (address && /script/i.test(address)) (element as Partial<HTMLElement>).click?.();
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
    frame.remove();
  }

  const queue = [...texts.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await render(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
}

test.beforeEach(({ allowConsoleErrors }) => {
  // Broken attacks log console errors; what matters is whether they run.
  allowConsoleErrors(/./);
});

test('no attack string runs after sanitising @slow', async ({ page }) => {
  // Many attacks sanitise to the same text, which is tried once.
  const attacks = new Map<string, string>();
  for (const html of attackStrings) attacks.set(await sanitiseHtml(html, policy), html);
  const texts = [...attacks.keys()];
  const executed = await findExecuted(page, texts);
  expect(executed.map((index) => [attacks.get(texts[index]!), texts[index]])).toEqual([]);
});

test('the same strings run unsanitised, so the test can detect them @slow', async ({ page }) => {
  // Skip those that would leave the page; a third of the rest is enough.
  const leaves = /http-equiv|base href|plaintext|<frameset/i;
  const sample = attackStrings.filter((html, index) => index % 3 === 0 && !leaves.test(html));
  expect((await findExecuted(page, sample)).length).toBeGreaterThan(40);
});
