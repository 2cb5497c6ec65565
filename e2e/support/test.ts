import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { test as base, expect } from '@playwright/test';
import type { BrowserContext, BrowserContextOptions, Page, TestInfo } from '@playwright/test';
import type axe from 'axe-core';

export { expect };

type Fixtures = {
  /** Ignores matching console errors in a test that provokes them on purpose. */
  allowConsoleErrors: (pattern: RegExp) => void;
  /** Opens a second browser context, for another player; its problems fail the test too. */
  openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  problems: Problems;
};

type Problems = { found: string[]; allowed: RegExp[] };

/**
 * Every test fails on console errors and uncaught exceptions. Chromium also logs violations of the
 * content security policy and responses of 500 and above as errors.
 */
export const test = base.extend<Fixtures>({
  problems: [
    async ({ context, javaScriptEnabled }, use, testInfo) => {
      const problems: Problems = { found: [], allowed: [] };
      watch(context, problems);
      if (javaScriptEnabled) {
        await simplifyStyles(context);
        // The page of the test before is used again (reuseContext in playwright.config.ts).
        context.pages().forEach(waitForHydrationOnLoad);
        context.on('page', waitForHydrationOnLoad);
      }
      await use(problems);
      if (testInfo.status !== testInfo.expectedStatus) await takeScreenshots(context, testInfo);
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
      await simplifyStyles(context);
      context.on('page', waitForHydrationOnLoad);
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

type Audit = { rules: { id: string; impact?: string }[] };

/**
 * Fails when axe finds a serious or critical problem on the page. A run costs as much as loading a page, so
 * it is for dialogs and states that geometry.spec.ts does not open, once each.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await findAxeViolations(page), `axe on ${page.url()}`).toEqual([]);
}

/** Lists the serious and critical problems that axe finds on the page. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe: loaded } = window as unknown as { axe: typeof axe & { _audit: Audit } };
    // Every problem that a rule finds has the impact of the rule, so the lesser rules need not run.
    const rules = Object.fromEntries(
      loaded._audit.rules
        .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
        .map(({ id }) => [id, { enabled: false }]),
    );
    // Violations only: reporting the passed checks takes longer than running them.
    return (await loaded.run({ resultTypes: ['violations'], iframes: false, rules })).violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`,
      ),
    );
}

/** The page fits the screen width and has no accessibility problem. */
export async function expectFitsAndAccessible(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `pixels ${page.url()} is too wide`).toBe(0);
}

/** Playwright's `only-on-failure` is slower: it captures every closing page in case its test fails later. */
async function takeScreenshots(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  for (const [index, page] of context.pages().entries()) {
    await page.screenshot({ path: testInfo.outputPath(`failed-${index + 1}.png`) });
  }
}

function watch(context: BrowserContext, problems: Problems): void {
  context.on('console', (message) => {
    if (message.type() !== 'error' || isClientErrorResponse(message.text())) return;
    problems.found.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (webError) => {
    problems.found.push(`uncaught: ${webError.error().stack ?? webError.error().message}`);
  });
}

/**
 * Hides images, textures and shadows: without a graphics card, painting them takes longer than
 * everything else on a page. The layout stays the same, and axe can check more colours.
 */
export async function simplifyStyles(context: BrowserContext): Promise<void> {
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
 * Public pages are rendered on the server, so their content is visible before React hydrates it. Tests
 * click right away, so `goto` and `reload` also wait for hydration.
 */
function waitForHydrationOnLoad(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...args) => {
    const response = await goto(...args);
    await waitForHydration(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await waitForHydration(page);
    return response;
  };
}

async function waitForHydration(page: Page): Promise<void> {
  if (new URL(page.url()).hostname !== '127.0.0.1') return;
  await page.waitForFunction(() => {
    const first = document.querySelector('#root > *');
    return !first || Object.keys(first).some((key) => key.startsWith('__react'));
  });
}

/** Chromium logs every 4xx response as an error, but the site uses those for expected refusals. */
function isClientErrorResponse(text: string): boolean {
  return /^Failed to load resource: the server responded with a status of 4\d\d/.test(text);
}
