import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { makeExe, makeJar } from '#server/features/launcher/testing/launcher-files.ts';
import { formatFileSize } from '#shared/rules/launcher-kinds.ts';

import { startSimulator } from '../adapters/simulator/simulator.ts';
import { demoEmails, expectAlert, signIn } from './support/accounts.ts';
import { onOwnSite as test } from './support/own-site.ts';
import { buyItem, createBuyer } from './support/shop.ts';
import { expect, expectNoAxeViolations } from './support/test.ts';

// The first test makes the token that the others use.
test.describe.configure({ mode: 'serial' });

let origin = '';
let token = '';
test.beforeEach(({ site }) => {
  ({ origin } = site);
});

/** Calls the bridge as a game server does: over HTTP, with only the token. */
async function callBridge(path: string, body?: object) {
  const response = await fetch(`${origin}/api/bridge/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

function sendHeartbeat(online: number, players: string[] = [], rejectedSaves = 0) {
  return callBridge('/heartbeat', {
    bootId: 'journey',
    state: 'running',
    online,
    max: 2000,
    players,
    version: 'journey 1',
    uptime: 30,
    rejectedSaves,
  });
}

/** The files that run after this one expect only the servers of the demo. */
test.afterAll(async ({ browser, site }) => {
  const page = await browser.newPage({ baseURL: site.origin });
  await signIn(page, demoEmails.admin);
  const answer = await page.request.get('/api/admin/servers');
  const servers = (await answer.json()) as { id: number; name: string }[];
  for (const { id, name } of servers) {
    if (name !== 'Journey World') continue;
    expect((await page.request.delete(`/api/admin/servers/${id}`)).ok()).toBe(true);
  }
  await page.close();
});

test('an admin adds a server and gets the token and the set-up of the game once @before-slow', async ({
  page,
}) => {
  await signIn(page, demoEmails.admin);
  await page.goto('/admin/server');
  await page.getByRole('button', { name: 'Add server' }).click();
  await page.getByLabel('Name').fill('Journey World');
  await page.getByRole('dialog').getByRole('button', { name: 'Add server' }).click();
  const card = page.getByRole('region', { name: 'Journey World' });
  await expect(card.getByText('Never seen')).toBeVisible();

  await card.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Reset experience')).not.toBeChecked();
  await dialog.getByLabel('Allowed addresses').fill('somewhere');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText(/Use addresses such as/)).toBeVisible();
  await dialog.getByLabel('Allowed addresses').fill('127.0.0.1');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  token = (await dialog.getByLabel('Token', { exact: true }).textContent()) ?? '';
  expect(token).toMatch(/^gb_\d+_[\w-]{43}$/);
  const access = `BRIDGE_URL=${origin}\nBRIDGE_TOKEN=${token}`;
  await expect(dialog.getByLabel('adapters/lostcity/.env')).toHaveText(access);
  await expect(dialog.getByLabel('The game’s .env')).toContainText('NODE_PRODUCTION=true');
  await expect(dialog.getByLabel('Check, then start')).toHaveText(
    'npm run adapter -- lostcity --check\nnpm run adapter -- lostcity',
  );
  await expectNoAxeViolations(page);
  await dialog.getByLabel('Game', { exact: true }).selectOption('2006Scape');
  const settings = dialog.getByLabel('adapters/2006scape/.env');
  await expect(settings).toContainText(access);
  const password = /WEBSITE_PASSWORD=(\w+)/.exec((await settings.textContent()) ?? '')?.[1];
  await expect(dialog.getByLabel('The game’s data/secrets.json')).toHaveText(
    `"websitepass": "${password}",`,
  );
  await dialog.getByLabel('Game', { exact: true }).selectOption('Another game');
  await expect(dialog.getByLabel('Try the token')).toContainText(`Bearer ${token}`);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await expect(card.getByText(`…${token.slice(-4)}`)).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
});

test('heartbeats show who is online, live, to visitors and admins', async ({
  page,
  openContext,
}) => {
  await signIn(page, demoEmails.admin);
  const visitor = await (await openContext()).newPage();
  await page.goto('/admin/server');
  await visitor.goto('/');
  await sendHeartbeat(41, ['Juniper', 'Saltmarsh']);
  const header = visitor.getByRole('banner');
  await expect(header.getByText('41 online')).toBeVisible();
  await sendHeartbeat(42, ['Juniper', 'Saltmarsh', 'Quill']);
  await expect(header.getByText('42 online')).toBeVisible();

  const card = page.getByRole('region', { name: 'Journey World' });
  await expect(card.getByText('Online', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Online now (3)' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Quill' })).toBeVisible();
});

test('an admin sees that saves of players were refused, and what to do @slow', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await sendHeartbeat(1, ['Juniper'], 2);
  await page.goto('/admin');
  await page.getByRole('link', { name: /2 saves of players were refused/ }).click();
  const card = page.getByRole('region', { name: 'Journey World' });
  await expect(card.getByText(/2 saves of players were refused.*folder rejected/)).toBeVisible();
  await sendHeartbeat(1, ['Juniper']);
  await expect(card.getByText(/were refused/)).toHaveCount(0);
});

test('a broadcast reaches the game, and its result appears in the log @slow', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await sendHeartbeat(2, ['Juniper', 'Saltmarsh']);
  await page.goto('/admin/server');
  await page.getByLabel('Where').selectOption('Journey World');
  await page.getByLabel('Broadcast').fill('The gates close at nine.');
  const waiting = callBridge('/commands?wait=20');
  await page.getByRole('button', { name: 'Send' }).click();
  const { commands } = (await waiting) as { commands: { id: number; args: object }[] };
  expect(commands).toMatchObject([{ args: { message: 'The gates close at nine.' } }]);

  await page.getByRole('link', { name: 'Commands', exact: true }).click();
  const row = page.getByRole('row', { name: /The gates close at nine\.” Journey World/ });
  await expect(row.getByText('Sent')).toBeVisible();
  await callBridge(`/commands/${commands[0]?.id}/result`, {
    status: 'done',
    detail: 'Told 2 players.',
  });
  await expect(row.getByText('Told 2 players.')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByLabel('Result').selectOption('Failed');
  await expect(page).toHaveURL(/state=failed/);
  await expect(row).toHaveCount(0);
});

test('a kick is sent at once, a restart asks first @slow', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await sendHeartbeat(1, ['Juniper']);
  await page.goto('/admin/server');
  await page.getByRole('button', { name: 'Kick Juniper' }).click();
  await expect(page.getByText('Kick command sent for Juniper.')).toBeVisible();
  await page.getByLabel('Where').selectOption('Journey World');
  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('Restart Journey World in 5 minutes?');
  await confirmation.getByRole('button', { name: 'Restart' }).click();
  await expect(page.getByText('Restart command sent.')).toBeVisible();
  const { commands } = (await callBridge('/commands')) as {
    commands: { id: number; type: string; args: object }[];
  };
  expect(commands).toMatchObject([
    { type: 'kick', args: { player: 'Juniper' } },
    { type: 'restart', args: { seconds: 300 } },
  ]);
  // Otherwise the game of the last test would get them again.
  for (const { id } of commands) {
    await callBridge(`/commands/${id}/result`, { status: 'done', detail: '' });
  }
});

test('a contract is written, switched off, duplicated, exported and imported @slow', async ({
  page,
}) => {
  await signIn(page, demoEmails.admin);
  const name = `Ashwood ${Date.now().toString(36)}`;
  await page.goto('/admin/contracts');
  await page.getByRole('link', { name: 'New contract' }).click();
  await page.getByRole('button', { name: 'Save contract' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByText('Give the contract a name.')).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Item id').fill('1511');
  await page.getByLabel('Minimum amount').fill('20');
  await page.getByLabel('Maximum amount').fill('10');
  await page.getByLabel('Turn-in NPC').fill('Shipwright Odo');
  await page.getByLabel('NPC id').fill('519');
  await page.getByRole('button', { name: 'Save contract' }).click();
  await expect(page.getByText('The maximum must not be below the minimum.')).toBeVisible();
  await page.getByLabel('Maximum amount').fill('30');
  await page.getByRole('button', { name: 'Save contract' }).click();
  await expect(page.getByRole('link', { name: `Edit ${name}` })).toBeVisible();

  const contracts = async () =>
    ((await callBridge('/contracts')) as { contracts: { name: string }[] }).contracts.map(
      (one) => one.name,
    );
  expect(await contracts()).toContain(name);
  await page.getByRole('switch', { name: `${name} is in use` }).click();
  await expect.poll(contracts).not.toContain(name);

  await page.getByRole('link', { name: `Duplicate ${name}` }).click();
  await expect(page.getByLabel('Name')).toHaveValue(`${name} (copy)`);
  await page.getByRole('button', { name: 'Save contract' }).click();
  await expect(page.getByRole('link', { name: `Edit ${name} (copy)` })).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ]);
  const file = await download.path();
  const { contracts: exported } = JSON.parse(await readFile(file, 'utf8')) as {
    contracts: { name: string }[];
  };
  expect(exported.map((one) => one.name)).toContain(`${name} (copy)`);
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByLabel('Contracts file').setInputFiles({
    name: 'more.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify([{ ...exported[0], name: `${name} imported` }])),
  });
  await expect(page.getByText(/all valid/)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('link', { name: `Edit ${name} imported` })).toBeVisible();
});

test('the launcher goes live and is downloaded with its checksum @slow', async ({
  page,
  openContext,
}) => {
  await signIn(page, demoEmails.admin);
  const visitor = await (await openContext()).newPage();
  await visitor.goto('/play');
  await visitor.getByRole('button', { name: /\.jar/ }).click();
  await expectAlert(
    visitor,
    "The server isn't live yet — the launcher download will be available soon!",
  );

  const jar = makeJar('1.1.9', randomBytes(1_000_000).toString('hex'));
  const sha256 = createHash('sha256').update(jar).digest('hex');
  await page.goto('/admin/server?view=launcher');
  await page.getByLabel('Launcher file').setInputFiles({
    // The server looks at the bytes, not at the name.
    name: 'launcher.exe',
    mimeType: 'application/octet-stream',
    buffer: jar,
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText(sha256)).toBeVisible();
  const panel = page.getByRole('region', { name: '.jar (Any system with Java)' });
  await expect(panel.getByLabel('Version')).toHaveValue('v1.1.9');
  await panel.getByLabel('Version').fill('v1.2.0');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('wynhold-launcher-v1.2.0.jar')).toBeVisible();
  // click(), not check(): the box is only checked after the server's response.
  await panel.getByRole('switch', { name: 'Live' }).click();
  await expect(page.getByText('The launcher is live.')).toBeVisible();
  await expectNoAxeViolations(page);

  const link = visitor.getByRole('link', { name: /\.jar/ });
  await expect(link).toBeVisible();
  await expect(visitor.getByText('v1.2.0')).toBeVisible();
  await expect(visitor.getByText(formatFileSize(jar.length))).toBeVisible();
  await expect(visitor.getByText('Requires Java 11 to run')).toBeVisible();
  await expect(visitor.getByText(sha256)).toBeVisible();
  await expectNoAxeViolations(visitor);
  const [download] = await Promise.all([visitor.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('wynhold-launcher-v1.2.0.jar');
  const bytes = await readFile(await download.path());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
});

test('players are offered the launcher for their system, and a link with its host @slow', async ({
  page,
  openContext,
}) => {
  await signIn(page, demoEmails.admin);
  await page.goto('/admin/server?view=launcher');
  await page.getByLabel('Launcher file').setInputFiles({
    name: 'setup-3.1.0.bin',
    mimeType: 'application/octet-stream',
    buffer: makeExe(),
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
  const windows = page.getByRole('region', { name: '.exe (Windows)' });
  await windows.getByRole('switch', { name: 'Live' }).click();
  await page.getByLabel('Address').fill('http://files.example.com/launcher');
  const adding = page.getByRole('region', { name: 'Link to a Download' });
  await adding.getByLabel('Version').fill('v2.0.0');
  await adding.getByRole('button', { name: 'Add Link' }).click();
  await expect(adding.getByText('Use an address like https://example.com/launcher.')).toBeVisible();
  await page.getByLabel('Address').fill('https://files.example.com/launcher');
  await adding.getByRole('button', { name: 'Add Link' }).click();
  const link = page.getByRole('region', { name: 'Link', exact: true });
  await link.getByRole('switch', { name: 'Live' }).click();
  await expect(link.getByText('Live', { exact: true }).first()).toBeVisible();

  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0';
  const visitor = await (await openContext({ userAgent })).newPage();
  await visitor.goto('/play');
  await expect(visitor.getByText('Requires Windows 10 or later to run')).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Get Java' })).toBeHidden();
  const others = visitor.getByRole('region', { name: 'Other Downloads' });
  await expect(others.getByRole('link')).toHaveText([
    'Download Launcher (.jar)',
    'Download from files.example.com',
  ]);
  await expect(others.getByRole('link').nth(1)).toHaveAttribute('rel', /noopener/);
  const button = visitor.getByRole('link', { name: 'Download Launcher (.exe)' });
  const [download] = await Promise.all([visitor.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('wynhold-launcher-3.1.0.exe');

  // The open page follows.
  await windows.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(visitor.getByRole('link', { name: 'Get Java 11' })).toBeVisible();
  for (const kind of ['jar', 'link']) await page.request.delete(`/api/admin/launcher/${kind}`);
});

test('the banner is on every page until it is taken down @slow', async ({ page, openContext }) => {
  await signIn(page, demoEmails.admin);
  const visitor = await (await openContext()).newPage();
  await visitor.goto('/events');
  await page.goto('/admin/server?view=site');
  await expectNoAxeViolations(page);
  await page.getByRole('textbox', { name: 'Text' }).fill('We are back at six.');
  await page.getByRole('button', { name: 'Show banner' }).click();
  const banner = (where: Page) => where.getByRole('complementary', { name: 'Notice' });
  await expect(banner(visitor)).toContainText('We are back at six.');
  await expect(banner(page)).toBeVisible();
  await visitor.goto('/');
  await expect(banner(visitor)).toBeVisible();
  await expectNoAxeViolations(visitor);
  // Not check(): the switch follows when the server has answered.
  const hosting = page.getByRole('switch', { name: 'Players may host events' });
  await hosting.click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(hosting).toBeChecked();
  await hosting.click();
  await expect(hosting).not.toBeChecked();
  await page.getByRole('button', { name: 'Remove banner' }).click();
  await expect(banner(visitor)).toHaveCount(0);
});

test('a player sets a game password and removes it @slow', async ({ page }) => {
  await signIn(page, demoEmails.player);
  await page.goto('/profile/settings');
  const websitePassword = page.getByLabel('New password');
  await websitePassword.fill('a password of 22 chars');
  await expect(page.getByText('The game takes at most 20 characters.')).toBeVisible();
  await websitePassword.clear();
  await expect(page.getByText('Leave blank to keep current')).toBeVisible();
  const panel = page.getByRole('region', { name: 'Game password' });
  await panel.getByRole('textbox', { name: 'Game password' }).fill('short');
  await panel.getByRole('button', { name: 'Set game password' }).click();
  await expect(panel.getByText('Use 8 to 20 letters, digits and symbols.')).toHaveCount(1);
  await expect(panel.getByRole('textbox', { name: 'Game password' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await panel.getByRole('textbox', { name: 'Game password' }).fill('lantern oil 9');
  await panel.getByRole('button', { name: 'Set game password' }).click();
  await expect(panel.getByText('Set', { exact: true })).toBeVisible();
  const login = { name: 'Wyn Player', password: 'lantern oil 9', ip: '198.51.100.9' };
  expect(await callBridge('/login', login)).toMatchObject({ ok: true, name: 'Wyn Player' });
  await panel.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(panel.getByRole('button', { name: 'Set game password' })).toBeVisible();
  expect(await callBridge('/login', login)).toMatchObject({ ok: false, code: 'wrong-credentials' });
});

test('a game applies a change of rank and delivers a purchase @slow', async ({
  page,
  openContext,
}) => {
  const player = await (await openContext()).newPage();
  const { username } = await createBuyer(player, 1000);
  await signIn(page, demoEmails.admin);
  const game = await startSimulator({
    url: origin,
    token,
    dataDir: test.info().outputPath('game'),
    players: [username, 'Pip'],
    withHiscores: false,
    crowd: 0,
    roundSeconds: 0.5,
  });
  await page.goto('/admin/manage/pip?tab=account');
  await page.getByRole('radio', { name: /Player moderator/ }).check();
  await page.getByRole('button', { name: 'Save Rights' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save Rights' }).click();
  await expect(page.getByRole('img', { name: 'Silver crown' })).toBeVisible();
  await page.goto('/admin/server?view=commands');
  const command = page.getByRole('row', { name: /Set rank.*Pip.*Journey World/ }).first();
  await expect(command.getByText('Done')).toBeVisible();

  await player.goto('/shop');
  const bought = 'Banner of Your House';
  await buyItem(player, bought);
  await expectAlert(player, `You successfully purchased ${bought}!`);
  await player.goto('/profile/wallet');
  const purchase = player.getByRole('list', { name: 'Purchases' }).getByRole('listitem').first();
  await expect(purchase).toContainText(/Delivered$/);
  await game.close();
});
