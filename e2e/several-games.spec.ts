import type { Page } from '@playwright/test';

import { demoEmails, signIn } from './support/accounts.ts';
import { onOwnSite as test } from './support/own-site.ts';
import { cardOf, inventItemName } from './support/shop.ts';
import { expect } from './support/test.ts';

let origin = '';
test.beforeEach(({ site }) => {
  ({ origin } = site);
});

type World = {
  id: number;
  call: (method: 'POST' | 'PUT', path: string, body: object) => Promise<unknown>;
};

/** Adds a game server, and calls the bridge as its game does. */
async function addWorld({ request }: Page, name: string): Promise<World> {
  const { id } = (await (
    await request.post('/api/admin/servers', { data: { name } })
  ).json()) as World;
  const data = { scopes: ['deliveries', 'hiscores'] };
  const created = await request.post(`/api/admin/servers/${id}/tokens`, { data });
  const { token } = (await created.json()) as { token: string };
  return {
    id,
    async call(method, path, body) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const call = { method, headers, body: JSON.stringify(body) };
      const answer = await fetch(`${origin}/api/bridge/v1${path}`, call);
      expect(answer.status, await answer.clone().text()).toBe(200);
      return answer.json();
    },
  };
}

test('an admin assigns an item to a game that has it, and the store sells it @slow', async ({
  page,
}) => {
  await signIn(page, demoEmails.admin);
  const world = await addWorld(page, 'Old World');
  const items = [{ id: 1038, name: 'Red partyhat' }];
  await world.call('PUT', '/items', { count: 2886, items });

  const name = inventItemName();
  await page.goto('/admin/shop?edit=new');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('spinbutton', { name: 'Price' }).fill('100');
  await page.getByLabel('In-game item id').fill('9470');
  await expect(page.getByText('Players receive it only on World 1.')).toBeVisible();
  await page.getByLabel('Every game server').uncheck();
  await page.getByRole('checkbox', { name: 'World 1' }).uncheck();
  await expect(page.getByText('Old World has no item 9470, so players cannot buy')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Old World' }).uncheck();
  await page.getByRole('button', { name: 'Save item' }).click();
  await expect(page.getByText('Choose at least one game server.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Old World' }).check();
  await page.getByRole('button', { name: 'Save item' }).click();
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Not sold');
  await expect(row).toContainText('Old World: no such item.');

  const store = await page.context().newPage();
  await store.goto('/shop');
  await expect(cardOf(store, name)).toContainText('No game can deliver this right now');
  await expect(cardOf(store, name).getByRole('button')).toBeDisabled();
  await row.getByRole('link', { name: `Edit ${name}` }).click();
  await page.getByLabel('In-game item id').fill('1038');
  await expect(page.getByText('In the game: Red partyhat.')).toBeVisible();
  await page.getByRole('button', { name: 'Save item' }).click();
  await expect(row).not.toContainText('Not sold');
  // The open store follows.
  await expect(cardOf(store, name).getByRole('button', { name: `Buy ${name}` })).toBeEnabled();
});

test('an admin takes a test world out of the hiscores, and resets a player @slow', async ({
  page,
}) => {
  await signIn(page, demoEmails.admin);
  const world = await addWorld(page, 'Test World');
  const report = (player: string, tenths: number) =>
    world.call('POST', '/hiscores', {
      players: [
        {
          name: player,
          observedAt: new Date().toISOString(),
          xpTenths: Array.from({ length: 21 }, () => tenths),
        },
      ],
    });
  await report('Test Cheater', 2_000_000_000);
  const hiscores = await page.context().newPage();
  await hiscores.goto('/hiscores');
  const cheater = hiscores.getByRole('link', { name: 'Test Cheater' }).first();
  await expect(cheater).toBeVisible();

  await page.goto('/admin/server');
  const card = page.getByRole('region', { name: 'Test World' });
  const switched = card.getByRole('switch', { name: 'Test World counts for the hiscores' });
  await switched.click();
  await expect(switched).not.toBeChecked();
  await expect(card).toContainText('not ranked');
  expect(await report('Test Rogue', 2_000_000_000)).toMatchObject({ accepted: 0, ignored: 1 });
  await card.getByRole('button', { name: 'Reset the hiscores of Test World' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Reset 1 player?');
  await question.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('1 player reset.')).toBeVisible();
  await hiscores.reload();
  await expect(hiscores.getByRole('table').first()).toBeVisible();
  await expect(cheater).toBeHidden();

  await page.goto('/admin/manage/pip?tab=moderation');
  await page.getByRole('button', { name: 'Reset hiscores' }).click();
  await expect(question).toContainText('Reset the hiscores of Pip?');
  await question.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('The hiscores of Pip were reset.')).toBeVisible();
  await expect(page.getByText('Total level 30.')).toBeVisible();
  await page.goto('/admin/manage/pip?tab=history');
  await expect(page.getByText('Hiscores: player reset').first()).toBeVisible();
});
