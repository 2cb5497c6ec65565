import type { Page } from '@playwright/test';

import { pages } from '#shared/pages.ts';
import type { PagePath } from '#shared/pages.ts';

import { demoEmails, signIn } from './support/accounts.ts';
import { findLayoutDefects } from './support/geometry.ts';
import { expect, findAxeViolations, test } from './support/test.ts';

// At every width nothing overlaps the navigation, nothing scrolls sideways and no text is cut off, and axe
// finds nothing. A page added to shared/pages.ts is covered without a change here. The pages of a role are
// opened in a few tests, one after another as if by links: loading each page takes twice the time.
//
// `npm test` opens the pages of visitors and players on a phone, where least fits, and only pages with columns
// of their own on a desktop too: changing the width takes as long as opening the page. `npm run test:all` uses
// all widths, and opens the pages of admins.

const isAll = process.env.TEST_ALL === '1';
const widths = isAll ? [320, 390, 768, 1440, 1920, 2560] : [320];
const adminWidths = [390, 768, 1440];
const columnWidths = isAll ? [] : [1440];
const withColumns = new Set(['/', '/events', '/hiscores', '/hiscores?player=Wyn+Player', '/shop']);
/** Pages whose plain address does not show them in full, or shows far more than is needed. */
const addresses: Partial<Record<PagePath, string[]>> = {
  // These two only lead to their first page.
  '/admin': [],
  '/profile': [],
  '/admin/contracts': ['/admin/contracts', '/admin/contracts?edit=new'],
  '/admin/emails': ['/admin/emails#receipt', '/admin/emails'],
  // Wicker was banned, Oak Warden has coins and bought items.
  '/admin/inbox': ['/admin/inbox', '/admin/inbox?thread=1', '/admin/inbox?thread=2'],
  '/admin/manage/$username': [
    '/admin/manage/oak%20warden',
    '/admin/manage/wicker?tab=account',
    '/admin/manage/wicker?tab=moderation',
    '/admin/manage/wicker?tab=history',
    '/admin/manage/oak%20warden?tab=coins',
    '/admin/manage/oak%20warden?tab=items',
  ],
  '/admin/polls': ['/admin/polls', '/admin/polls?edit=new'],
  '/admin/shop': ['/admin/shop', '/admin/shop?edit=new'],
  '/admin/shop/sales': ['/admin/shop/sales', '/admin/shop/sales?edit=new'],
  '/admin/votes': ['/admin/votes', '/admin/votes?edit=new', '/admin/votes?edit=1'],
  '/admin/shop-logs': ['/admin/shop-logs', '/admin/shop-logs?view=top-ups'],
  // A few endpoints are enough: the others look the same.
  '/api/docs': ['/api/docs?q=poll'],
  '/hiscores': [
    '/hiscores',
    '/hiscores?player=Wyn+Player',
    '/hiscores?compare=Wyn+Player,Ember+Fox',
  ],
  // Linked in the footer.
  '/pages/$slug': ['/pages/rules'],
  '/profile/wallet': [
    '/profile/wallet',
    '/profile/wallet?view=statement',
    '/profile/wallet?view=top-ups',
  ],
  '/shop': ['/shop', '/shop?topup=true'],
};

const paths = Object.keys(pages) as PagePath[];
const isForVisitors = (path: PagePath) => !pages[path].requiresLogin;
const isForAdmins = (path: PagePath) => pages[path].adminOnly;
const isForPlayers = (path: PagePath) => !isForVisitors(path) && !isForAdmins(path);

/** Two tests for the long lists, so that two workers share them. */
const groups = [
  ...halve('visitors', paths.filter(isForVisitors)),
  { name: 'players', paths: paths.filter(isForPlayers), email: demoEmails.player },
  ...halve('admins', paths.filter(isForAdmins), demoEmails.admin),
];

for (const group of groups) {
  const isAdmins = group.email === demoEmails.admin;
  const tag = isAdmins ? '@slow' : '@sized';
  test(
    `the pages of ${group.name} fit every width and are accessible`,
    { tag },
    async ({ page }) => {
      // It takes as long as twenty journeys.
      test.slow();
      if (group.email) await signIn(page, group.email);
      const defects: string[] = [];
      const usual = isAdmins ? adminWidths : widths;
      await page.setViewportSize({ width: usual[0]!, height: 844 });
      for (const path of group.paths) {
        for (const address of addresses[path] ?? [await findAddress(page, path)]) {
          await openPage(page, address);
          const report = (found: string[]) =>
            defects.push(...found.map((one) => `${address} ${one}`));
          report(await findAxeViolations(page));
          for (const width of withColumns.has(address) ? [...usual, ...columnWidths] : usual) {
            const found = await findLayoutDefects(page, width);
            report(found.map((defect) => `at ${width}: ${defect}`));
          }
        }
      }
      expect(defects).toEqual([]);
    },
  );
}

test('the header has room for the links and the purse of an admin @slow', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await openPage(page, '/terms');
  await expect(page.getByRole('banner').getByLabel(/^Store: /)).toBeAttached();
  await expect(page.getByRole('banner').getByText(/online|offline/i)).toBeAttached();
  const defects: string[] = [];
  // Where the header changes.
  for (const width of [1000, 1099, 1100, 1199, 1200]) {
    const found = await findLayoutDefects(page, width);
    defects.push(...found.map((defect) => `at ${width}: ${defect}`));
  }
  expect(defects).toEqual([]);
});

function halve(name: string, all: PagePath[], email?: string) {
  const half = Math.ceil(all.length / 2);
  return [
    { name: `${name}, first half,`, paths: all.slice(0, half), email },
    { name: `${name}, second half,`, paths: all.slice(half), email },
  ];
}

async function openPage(page: Page, address: string): Promise<void> {
  const isElsewhere = new URL(page.url(), 'http://site').pathname !== address.split(/[?#]/)[0];
  if (page.url() !== 'about:blank' && isElsewhere) await followTo(page, address);
  else await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 }).first(), address).toBeVisible();
  // The design system has examples that load for ever.
  const isExample = address === '/dev/ui';
  if (!isExample) await expect(page.locator('[aria-busy="true"]'), address).toHaveCount(0);
}

/** Goes on in the open page, which changes its title once it shows the next one. */
async function followTo(page: Page, address: string): Promise<void> {
  const title = await page.title();
  await page.evaluate((to) => history.pushState(null, '', to), address);
  await expect(page, address).not.toHaveTitle(title);
}

/** For a page with a parameter: the first one that the page above it links to. */
async function findAddress(page: Page, path: PagePath): Promise<string> {
  const [start = ''] = path.split('$');
  if (start === path) return path;
  let above = start;
  do above = above.slice(0, above.lastIndexOf('/')) || '/';
  while (!(above in pages));
  await openPage(page, above);
  const link = page.locator(`main a[href^="${start}"]`).first();
  return (await link.getAttribute('href')) ?? path;
}
