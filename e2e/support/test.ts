import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { test as base, expect } from '@playwright/test';
import type { BrowserContext, BrowserContextOptions, Page, TestInfo } from '@playwright/test';
import type axe from 'axe-core';

export { expect };

type Fixtures = {
  /** Lets console errors that match pass, for a test that provokes them. */
  allowConsoleErrors: (pattern: RegExp) => void;
  /** A second browser, as of another player; watched for problems like the first. */
  openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  problems: Problems;
};

type Problems = { found: string[]; allowed: RegExp[] };

/**
 * Every test fails on what a visitor's console would show: errors and exceptions. Chromium also logs
 * violations of the content security policy as errors, and answers of 500 and more.
 */
export const test = base.extend<Fixtures>({
  problems: [
    async ({ context, javaScriptEnabled }, use, testInfo) => {
      const problems: Problems = { found: [], allowed: [] };
      watch(context, problems);
      if (javaScriptEnabled) {
        await drawPlainly(context);
        context.on('page', waitForTheApp);
      }
      await use(problems);
      if (testInfo.status !== testInfo.expectedStatus) await takePictures(context, testInfo);
      const unexpected = problems.found.filter(
        (problem) => !problems.allowed.some((pattern) => pattern.test(problem)),
      );
      expect(unexpected, 'the browser reported problems').toEqual([]);
    },
    { auto: true },
  ],

  allowConsoleErrors: async ({ problems }, use) => {
    await use((pattern) => problems.allowed.push(pattern));
  },

  openContext: async ({ browser, problems }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      watch(context, problems);
      await drawPlainly(context);
      context.on('page', waitForTheApp);
      opened.push(context);
      return context;
    });
    await Promise.all(opened.map((context) => context.close()));
  },
});

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Fails with a readable list when axe finds a serious or critical problem on the page. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    // Only what is wrong: describing all that is right takes longer than finding it.
    return (await loaded.run({ resultTypes: ['violations'], iframes: false })).violations;
  });
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`,
      ),
    );
  expect(grave, `axe on ${page.url()}`).toEqual([]);
}

/** The page fits the screen and has no accessibility problem. */
export async function expectSound(page: Page): Promise<void> {
  await expectToFit(page);
  await expectNoAxeViolations(page);
}

/** Nothing hangs over the edge: whoever reads scrolls one way. */
export async function expectToFit(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `pixels ${page.url()} is too wide`).toBe(0);
}

/** Playwright's own way draws every page that closes, for the case that its test fails later. */
async function takePictures(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  for (const [index, page] of context.pages().entries()) {
    await page.screenshot({ path: testInfo.outputPath(`failed-${index + 1}.png`) });
  }
}

function watch(context: BrowserContext, problems: Problems): void {
  context.on('console', (message) => {
    if (message.type() !== 'error' || isExpectedRefusal(message.text())) return;
    problems.found.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (webError) => {
    problems.found.push(`uncaught: ${webError.error().stack ?? webError.error().message}`);
  });
}

/**
 * A journey does not look at pictures, textures, glows and shadows, and without a graphics card
 * drawing them takes longer than all the rest of a page. Nothing moves for want of them, and axe sees
 * more colours.
 */
async function drawPlainly(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const plain = new CSSStyleSheet();
    plain.replaceSync(`
      body { background-image: none !important }
      *, ::before, ::after {
        border-image: none !important;
        box-shadow: none !important; text-shadow: none !important;
        filter: none !important; backdrop-filter: none !important; mask: none !important
      }
      img, svg { opacity: 0 !important }
    `);
    document.adoptedStyleSheets.push(plain);
  });
}

/**
 * The words of a public page are there before the app is: a visitor reads first. A journey acts at
 * once, so its page counts as open when the app has taken it over.
 */
function waitForTheApp(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...call) => {
    const answer = await goto(...call);
    await untilAlive(page);
    return answer;
  };
  page.reload = async (...call) => {
    const answer = await reload(...call);
    await untilAlive(page);
    return answer;
  };
}

async function untilAlive(page: Page): Promise<void> {
  if (new URL(page.url()).hostname !== '127.0.0.1') return;
  await page.waitForFunction(() => {
    const first = document.querySelector('#root > *');
    return !first || Object.keys(first).some((key) => key.startsWith('__react'));
  });
}

/** Chromium logs every 4xx answer as an error; a refusal is a normal answer of ours. */
function isExpectedRefusal(text: string): boolean {
  return /^Failed to load resource: the server responded with a status of 4\d\d/.test(text);
}
