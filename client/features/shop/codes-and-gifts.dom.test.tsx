import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, noConnection, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render, renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing, testStates } from '#client/testing/screen-states.tsx';
import { changeSite } from '#client/testing/test-site.ts';
import type { CodeBatch } from '#shared/endpoints/codes.ts';
import type { OwnPurchase, ShopItem } from '#shared/endpoints/shop.ts';

import { CodeEditor } from './admin/code-editor.tsx';
import { GiftDialog } from './gift-dialog.tsx';
import { RedeemCode } from './redeem-code.tsx';
import { useBuy } from './use-buy.ts';

const noPage = { page: 1, pages: 0, total: 0 };

testStates('the codes', {
  path: '/admin/shop/codes',
  as: 'admin',
  route: 'GET /api/admin/shop/codes',
  loading: 'Loading codes...',
  error: 'The codes could not be loaded',
  ready: [{ batches: [], items: [], ...noPage }, 'No codes yet'],
});

testStates('the revenue', {
  path: '/admin/shop/revenue',
  as: 'admin',
  route: 'GET /api/admin/shop/revenue',
  loading: 'Loading revenue...',
  error: 'The revenue could not be loaded',
  ready: [{ rows: [], days: [] }, 'Nothing was sold on these days.'],
});

test('a code is redeemed, and a wrong one is explained at its field', async () => {
  const route = 'POST /api/shop/codes/redeem';
  answer({ [route]: refuse('shop/code-unknown', 'There is no such code.') });
  const { user } = render(<RedeemCode />);
  await user.click(screen.getByRole('button', { name: 'Redeem a Code' }));
  await user.type(screen.getByRole('textbox', { name: 'Code' }), 'abcd');
  await user.click(screen.getByRole('button', { name: 'Redeem' }));
  await screen.findByText('There is no such code.');
  answer({ [route]: { message: '250 coins were added.' } });
  await user.click(screen.getByRole('button', { name: 'Redeem' }));
  await screen.findByText('250 coins were added.');
  expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
  expect(requests(route)[1]?.body).toEqual({ code: 'abcd' });
});

test('new codes are shown once, with what the admin chose', async () => {
  answerNothing();
  answer({
    'GET /api/admin/shop/codes': { batches: [batch], items: [], ...noPage },
    'POST /api/admin/shop/codes': { batch, codes: ['SUMMER20'] },
  });
  const { user } = await renderPage('/admin/shop/codes?edit=new', { as: 'admin' });
  await user.click(await screen.findByRole('radio', { name: /^Percent off/ }));
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Summer');
  await user.type(screen.getByRole('spinbutton', { name: /^Percent off/ }), '20');
  await user.type(screen.getByRole('textbox', { name: 'A word of your own' }), 'summer20');
  await user.clear(screen.getByRole('spinbutton', { name: 'Uses of each code' }));
  const count = screen.getByRole('spinbutton', { name: 'Number of codes' });
  await user.clear(count);
  await user.fill(count, '7');
  await user.click(screen.getByRole('button', { name: 'Make Codes' }));
  await screen.findByText('Save these codes now');
  screen.getByText('SUMMER20');
  expect(requests('POST /api/admin/shop/codes')[0]?.body).toEqual({
    name: 'Summer',
    kind: 'percent',
    value: 20,
    word: 'summer20',
    count: 1,
    uses: null,
    perPlayer: 1,
    expiresAt: null,
  });
});

const batch: CodeBatch = {
  id: 7,
  name: 'Winners',
  kind: 'coins',
  value: 2500,
  itemName: null,
  word: null,
  codes: 1200,
  used: 3,
  uses: 5,
  perPlayer: 1,
  expiresAt: '2026-12-01T17:00:00.000Z',
  isOn: true,
};

test('the codes show what they give and how often they were used, and are switched off', async () => {
  const route = 'PATCH /api/admin/shop/codes/{id}';
  const batches: CodeBatch[] = [
    batch,
    { ...batch, id: 8, name: 'Lamps', kind: 'item', itemName: 'Lamp', uses: null, expiresAt: null },
    { ...batch, id: 9, name: 'Old', kind: 'percent', value: 20, word: 'SUMMER20', isOn: false },
  ];
  const use = { id: 1, at: '2026-11-15T17:00:00.000Z', code: '…ab12', kind: 'coins' as const };
  const uses = [
    { ...use, player: 'Ada', batch: 'Winners', value: 2500, itemName: null },
    {
      ...use,
      id: 2,
      player: null,
      batch: 'Lamps',
      kind: 'item' as const,
      value: 0,
      itemName: null,
    },
  ];
  answerNothing();
  answer({
    'GET /api/admin/shop/codes': { batches, items: [], page: 1, pages: 4, total: 63 },
    'GET /api/admin/shop/codes/uses': { uses, page: 1, pages: 2, total: 22 },
    [route]: batch,
  });
  const { user } = await renderPage('/admin/shop/codes', { as: 'admin' });
  const rowsOf = async (name: string, from: number) => {
    const table = await screen.findByRole('table', { name });
    return [...table.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].slice(from).map(({ textContent }) => textContent),
    );
  };
  expect(await rowsOf('Codes', 0)).toEqual([
    ['Winners', '2,500 Testcoins', '1,200', '3 of 5', '1 Dec 2026, 12:00', ''],
    ['Lamps', 'Lamp', '1,200', '3', '', ''],
    ['Old', '20% off', 'SUMMER20', '3 of 5', '1 Dec 2026, 12:00', ''],
  ]);
  expect(await rowsOf('Used codes', 1)).toEqual([
    ['Ada', 'Winners', '…ab12', '2,500 Testcoins'],
    ['Deleted player', 'Lamps', '…ab12', 'An item'],
  ]);
  const toggle = screen.getByRole('switch', { name: 'Old is on' });
  expect(toggle.getAttribute('aria-checked')).toBe('false');
  await user.click(toggle);
  await user.click(screen.getByRole('switch', { name: 'Winners is on' }));
  await expect.poll(() => requests(route)).toHaveLength(2);
  expect(requests(route).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: '9' }, body: { isOn: true } },
    { params: { id: '7' }, body: { isOn: false } },
  ]);
  const next = (name: string) =>
    user.click(within(screen.getByRole('navigation', { name })).getByText('Next'));
  const pages = () =>
    (['GET /api/admin/shop/codes', 'GET /api/admin/shop/codes/uses'] as const).map(
      (read) => requests(read).at(-1)?.query['page'],
    );
  await next('Used codes');
  await expect.poll(pages).toEqual(['1', '2']);
  await next('Codes');
  await expect.poll(pages).toEqual(['2', '2']);
});

test('codes for coins have a number of uses, and end at the time in the zone of the admin', async () => {
  answerNothing();
  answer({
    'GET /api/admin/shop/codes': { batches: [batch], items: [], ...noPage },
    'POST /api/admin/shop/codes': { batch, codes: ['AAAA-1', 'BBBB-2'] },
  });
  const { user } = await renderPage('/admin/shop/codes?edit=new', { as: 'admin' });
  await user.fill(await screen.findByRole('textbox', { name: /^Name/ }), 'Winners');
  expect(screen.queryByLabelText(/^A word of your own/)).toBeNull();
  const number = (name: string | RegExp) => screen.getByRole('spinbutton', { name });
  await user.click(screen.getByRole('button', { name: 'Make Codes' }));
  expect(number('Testcoins').getAttribute('aria-invalid')).toBe('true');
  await user.fill(number('Testcoins'), '250');
  for (const [name, value] of [
    ['Number of codes', '2'],
    ['Uses of each code', '3'],
    [/^Uses per player/, '4'],
  ] as const) {
    await user.clear(number(name));
    await user.fill(number(name), value);
  }
  fireEvent.change(screen.getByLabelText(/^Valid until/), {
    target: { value: '2199-01-05T20:15' },
  });
  await user.click(screen.getByRole('button', { name: 'Make Codes' }));
  await screen.findByText('New Codes (2)');
  expect(requests('POST /api/admin/shop/codes').map(({ body }) => body)).toEqual([
    {
      name: 'Winners',
      kind: 'coins',
      value: 250,
      word: null,
      count: 2,
      uses: 3,
      perPlayer: 4,
      expiresAt: '2199-01-06T01:15:00.000Z',
    },
  ]);
});

const crown: ShopItem = {
  id: '41',
  name: 'Crown',
  description: 'Shiny.',
  image: null,
  picture: null,
  price: 300,
  itemId: 4151,
  quantity: 1,
  enabled: true,
  endsAt: null,
  stock: null,
  perPlayerLimit: null,
  deliverable: true,
};

function Gifts() {
  const { start, giving, give, stopGiving } = useBuy('Marrow', 1000);
  return (
    <>
      <button onClick={() => start(crown)}>Choose</button>
      {giving && <GiftDialog item={giving} balance={1000} onGive={give} onClose={stopGiving} />}
    </>
  );
}

test('an item is given to another player from the purchase dialog', async () => {
  const route = 'POST /api/shop/buy';
  const missing = 'There is no player by that name.';
  answer({ [route]: refuse('request/invalid', missing, { giftTo: missing }) });
  const { user } = render(<Gifts />);
  await user.click(screen.getByText('Choose'));
  await user.click(await screen.findByText('Give to a Friend'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Give Crown' }));
  expect(dialog.getByText(/It costs you 300/).textContent).toContain('700 Testcoins left');
  await user.type(dialog.getByRole('textbox', { name: /^Player/ }), 'Ada');
  const note = dialog.getByRole('textbox', { name: 'Note' });
  await user.fill(note, '  ');
  await user.click(dialog.getByText('Give'));
  await dialog.findByText(missing);
  expect(requests(route)[0]?.body).not.toHaveProperty('note');
  await user.clear(note);
  await user.fill(note, 'For you');
  const receipt = { message: '', purchaseId: '9', itemName: 'Crown', price: 300, balance: 700 };
  answer({ [route]: receipt });
  await user.click(dialog.getByText('Give'));
  await screen.findByText('You gave Crown to Ada!');
  await user.click(screen.getByText('OK'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests(route)[1]?.body).toMatchObject({ price: 300, giftTo: 'Ada', note: 'For you' });
});

test('a gift without an answer keeps its key for its receiver, and another receiver has another key', async () => {
  // Only the waits between two attempts are skipped.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const route = 'POST /api/shop/buy';
  answer({ [route]: noConnection });
  const { user } = render(<Gifts />);
  await user.click(screen.getByText('Choose'));
  await user.click(await screen.findByText('Give to a Friend'));
  const player = await screen.findByRole('textbox', { name: /^Player/ });
  for (const name of ['Ada', 'Bob', 'Ada']) {
    const before = requests(route).length;
    await user.clear(player);
    await user.fill(player, name);
    await user.click(screen.getByText('Give'));
    await expect.poll(() => requests(route).length).toBe(before + 1);
    await vi.advanceTimersByTimeAsync(5000);
    await expect.poll(() => requests(route).length).toBe(before + 3);
    await vi.waitFor(() => expect(screen.getByText('Give')).toHaveProperty('disabled', false));
  }
  const keys = requests(route).map(({ key }) => key);
  const [ada, bob, again] = [0, 3, 6].map((at) => new Set(keys.slice(at, at + 3)));
  expect([ada?.size, bob?.size]).toEqual([1, 1]);
  expect(again).toEqual(ada);
  expect(bob).not.toEqual(ada);
});

test('a gift names the giver, shows the note as text and, without the inbox, is reported at once', async () => {
  changeSite({ featuresOff: ['inbox'] });
  const gift: OwnPurchase = {
    id: '12',
    itemName: 'Lantern',
    quantity: 1,
    price: 0,
    createdAt: '2026-11-15T09:00:00.000Z',
    state: 'bought',
    image: null,
    picture: null,
    delivery: { state: 'queued', events: [] },
    gift: { isToMe: true, player: 'Ada', note: '<b>Hi</b>', isReported: false },
  };
  answerNothing();
  const route = 'POST /api/shop/purchases/{id}/report';
  answer({
    'GET /api/shop/purchases': { purchases: [gift], page: 1, pages: 1, total: 1 },
    [route]: undefined,
  });
  const { user } = await renderPage('/profile/wallet', { as: 'player' });
  await screen.findByText('from Ada');
  screen.getByText('<b>Hi</b>');
  await user.click(screen.getByRole('button', { name: 'Report the note of Ada' }));
  await user.click(await screen.findByRole('button', { name: 'Report' }));
  await screen.findByText('Thank you. The staff will look at the note.');
  expect(requests(route).map(({ params }) => params)).toEqual([{ id: '12' }]);
});

test('after a refused gift the balance and the store are read again', async () => {
  const missing = 'There is no player by that name.';
  answer({ 'POST /api/shop/buy': refuse('request/invalid', missing, { giftTo: missing }) });
  const { user } = render(<Gifts />);
  await user.click(screen.getByText('Choose'));
  await user.click(await screen.findByText('Give to a Friend'));
  await user.fill(await screen.findByRole('textbox', { name: /^Player/ }), 'Ada');
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  await user.click(screen.getByText('Give'));
  await screen.findByText(missing);
  expect(invalidate.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([['me'], ['shop']]);
});

test('a refused code is marked, and the balance is read again after a redeemed one', async () => {
  const route = 'POST /api/shop/codes/redeem';
  answer({ [route]: refuse('shop/code-unknown', 'There is no such code.') });
  const { user } = render(<RedeemCode />);
  await user.click(screen.getByText('Redeem a Code'));
  const field = screen.getByLabelText('Code');
  expect(document.activeElement).toBe(field);
  await user.paste('abcd');
  await user.click(screen.getByText('Redeem'));
  await expect.poll(() => field.ariaInvalid).toBe('true');
  answer({ [route]: { message: '250 coins were added.' } });
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  await user.click(screen.getByText('Redeem'));
  await screen.findByText('250 coins were added.');
  expect(invalidate.mock.calls).toEqual([[{ queryKey: ['me'] }]]);
});

test('codes can give an item, a value of another kind is not kept, and they are saved as a file', async () => {
  const route = 'POST /api/admin/shop/codes';
  const { user } = await renderScreen(<CodeEditor />, {
    address: '/admin/shop/codes',
    as: 'admin',
    answers: {
      'GET /api/admin/shop/codes': {
        batches: [],
        items: [
          { id: 9, name: 'Lamp' },
          { id: 12, name: 'Robe' },
        ],
        ...noPage,
      },
      [route]: { batch, codes: ['AAAA-1', 'BBBB-2'] },
    },
  });
  await user.fill(screen.getByLabelText(/^Name/), 'Prize');
  await user.fill(screen.getByLabelText('Testcoins'), '20');
  await user.click(screen.getByRole('radio', { name: /^Percent off/ }));
  const percent = screen.getByRole<HTMLInputElement>('spinbutton', { name: /^Percent off/ });
  expect(percent.value).toBe('');
  await user.click(screen.getByRole('radio', { name: /^An item/ }));
  await screen.findByText('Robe');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Item/ }), 'Robe');
  await user.click(screen.getByText('Make Codes'));
  await screen.findByText('New Codes (2)');
  expect(requests(route).map(({ body }) => body)).toMatchObject([
    { kind: 'item', value: 12, word: null, uses: 1 },
  ]);
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:codes';
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  await user.click(screen.getByText('Download CSV'));
  expect(names).toEqual(['codes.csv']);
  const reader = new FileReader();
  reader.readAsText(files[0]!);
  await expect.poll(() => reader.result).toBe('Code\r\nAAAA-1\r\nBBBB-2\r\n');
});
