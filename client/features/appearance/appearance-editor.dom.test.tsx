import { Link } from '@tanstack/react-router';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import { changeSite, makeTestSite } from '#client/testing/test-site.ts';
import { socialKinds } from '#shared/endpoints/appearance.ts';
import type { Appearance, EditedAppearance } from '#shared/endpoints/appearance.ts';

import { AppearanceScreen } from './appearance-screen.tsx';
import { appearanceQuery } from './appearance.queries.ts';
import { SetupLook } from './setup-look.tsx';

const appearance: Appearance = {
  name: 'Testhold',
  tagline: 'A tagline.',
  logo: null,
  palette: { kind: 'curated', name: 'gold' },
  fonts: 'classic',
  hero: { title: 'Welcome', text: 'A text.', picture: { kind: 'scene', scene: 'castle' } },
  livingCastle: true,
  features: [],
  scenes: null,
  builtInLinks: { header: {}, footer: {} },
  navigation: [],
  footer: { text: 'A footer.', links: [] },
  social: [],
  words: { coin: 'Coin', coins: 'Coins', coinsShort: 'C', store: 'Store' },
  coinIcon: 'coin',
  coinPicture: null,
  texts: {},
};

const initial = { ...appearance, name: 'Initial' };
const published: EditedAppearance = { appearance, version: 4, initial };
const theirs: EditedAppearance = {
  appearance: { ...appearance, name: 'Their Hold', tagline: 'Theirs.' },
  version: 5,
  initial,
};
const mine = { ...appearance, name: 'Testhold!' };

const publish = 'PUT /api/admin/appearance';
const preview = 'POST /api/admin/appearance/preview';

function Screen() {
  return (
    <>
      <Link to="/news">News</Link>
      <AppearanceScreen renderPreview={(brand) => <p>Preview of {brand.name}</p>} />
    </>
  );
}

/** The state of the fake server. */
let stored = published;

function store(next: EditedAppearance): EditedAppearance {
  stored = next;
  return next;
}

async function open(answers: Answers = {}) {
  stored = published;
  const { brand } = makeTestSite();
  const view = await renderScreen(<Screen />, {
    address: '/admin/appearance',
    as: 'admin',
    answers: {
      'GET /api/admin/appearance': () => stored,
      'POST /api/admin/appearance/preview': { brand, pictures: {} },
      'GET /api/site': () => new Promise(() => {}),
      ...answers,
    },
  });
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  return { ...view, name };
}

const nameValue = () => screen.getByLabelText<HTMLInputElement>('Name').value;
const publishButton = () => screen.getByText<HTMLButtonElement>('Publish');

test('a draft is published on the version that was opened', async () => {
  const saved = { appearance: mine, version: 5, initial };
  const { user, name } = await open({ [publish]: () => store(saved) });
  expect(publishButton().disabled).toBe(true);
  await user.type(name, '!');
  await user.click(publishButton());
  await screen.findByText('Published. Open pages update within seconds.');
  expect(requests(publish)[0]?.body).toEqual({ appearance: mine, version: 4 });
  expect(publishButton().disabled).toBe(true);
  expect(nameValue()).toBe('Testhold!');
});

test('the living castle is one switch, for our castle only', async () => {
  const saved = { appearance: mine, version: 5, initial };
  const { user } = await open({ [publish]: () => store(saved) });
  await user.click(screen.getByText('Hero'));
  const castle = await screen.findByLabelText<HTMLInputElement>('Living castle');
  expect(castle.checked).toBe(true);
  await user.click(castle);
  await user.click(publishButton());
  await screen.findByText('Published. Open pages update within seconds.');
  expect(requests(publish)[0]?.body).toMatchObject({ appearance: { livingCastle: false } });
  await user.click(screen.getByLabelText('Hearth'));
  expect(screen.queryByLabelText('Living castle')).toBeNull();
});

test('a look that the server cannot show is said to be so, not replaced by the published one', async () => {
  const { brand } = makeTestSite();
  const { user, name } = await open({
    'POST /api/admin/appearance/preview': ({ body }) =>
      (body as Appearance).name === 'Testhold'
        ? { brand, pictures: {} }
        : refuse('request/invalid', 'This link is broken.'),
  });
  await screen.findByText('Preview of Testhold');
  await user.type(name, '!');
  await screen.findByText('This look cannot be shown');
  expect(screen.queryByText('Preview of Testhold')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('This link is broken.');
  await user.type(name, '{Backspace}');
  await screen.findByText('Preview of Testhold');
});

async function overtake() {
  const saved = { appearance: mine, version: 6, initial };
  const view = await open({
    [publish]: () => {
      if (stored === theirs) return store(saved);
      store(theirs);
      return refuse('admin/outdated', 'Someone else published.');
    },
  });
  await view.user.type(view.name, '!');
  await view.user.click(publishButton());
  await screen.findByText('Someone else has published another look');
  expect(publishButton().disabled).toBe(true);
  return view;
}

test('an admin who was overtaken keeps the own draft and publishes it over the newer one', async () => {
  const { user } = await overtake();
  await user.click(screen.getByText('Keep Mine'));
  expect(screen.queryByText('Someone else has published another look')).toBeNull();
  expect(nameValue()).toBe('Testhold!');
  await user.click(publishButton());
  await screen.findByText('Published. Open pages update within seconds.');
  expect(requests(publish)[1]?.body).toEqual({ appearance: mine, version: 5 });
});

test('an admin who was overtaken can take the newer look', async () => {
  const { user } = await overtake();
  await user.click(screen.getByText('Take Theirs'));
  expect(nameValue()).toBe('Their Hold');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Tagline').value).toBe('Theirs.');
  expect(publishButton().disabled).toBe(true);
  expect(screen.queryByText('Someone else has published another look')).toBeNull();
});

test('changes are discarded after a question', async () => {
  const { user, name } = await open();
  await user.type(name, '!');
  await user.click(screen.getByText('Discard'));
  await screen.findByText('Discard your changes? They are not stored anywhere.');
  await user.click(screen.getByText('Cancel'));
  expect(nameValue()).toBe('Testhold!');
  await user.click(screen.getByText('Discard'));
  await screen.findByRole('alertdialog');
  await user.click(screen.getAllByText('Discard').at(-1)!);
  await expect.poll(nameValue).toBe('Testhold');
});

test('a text is replaced, shown with ours, and reset alone or with all others', async () => {
  const { user } = await open();
  await user.click(screen.getByText('Currency and Texts'));
  const tonight = await screen.findByLabelText<HTMLTextAreaElement>(
    'Heading of event, gains and poll',
  );
  expect(tonight.placeholder).toBe('Tonight at the Keep');
  await user.fill(tonight, 'Tonight on Deck 5');
  await screen.findByText('Ours: Tonight at the Keep');
  await user.fill(screen.getByLabelText('Login'), 'Docked.');
  await user.click(screen.getByLabelText('Reset Home: Heading of event, gains and poll'));
  expect(tonight.value).toBe('');
  const next = { ...appearance, texts: { loginLead: 'Docked.' } };
  await expect.poll(() => requests(preview).at(-1)?.body).toEqual(next);
  await user.click(screen.getByText('Reset All Texts'));
  expect(publishButton().disabled).toBe(true);
});

test('links of every site are renamed and hidden, own ones are put into the header', async () => {
  const { user } = await open();
  await user.click(screen.getByText('Links'));
  await user.fill(await screen.findByLabelText('Play in the header'), 'Launch');
  await user.click(screen.getByLabelText('Show Events in the header'));
  await user.click(screen.getByLabelText('Show API in the footer'));
  await user.click(screen.getByText('Add Link'));
  await user.fill(screen.getByLabelText('Label'), 'Wiki');
  await user.fill(screen.getByLabelText('Address'), '/pages/wiki');
  await user.click(screen.getByLabelText('In the header itself'));
  await expect
    .poll(() => requests(preview).at(-1)?.body)
    .toEqual({
      ...appearance,
      builtInLinks: {
        header: { '/play': 'Launch', '/events': null },
        footer: { '/api/docs': null },
      },
      navigation: [{ label: 'Wiki', href: '/pages/wiki', isFirstLevel: true }],
    });
  await user.click(screen.getByLabelText('Show Events in the header'));
  await expect
    .poll(() => requests(preview).at(-1)?.body)
    .toMatchObject({ builtInLinks: { header: { '/play': 'Launch' } } });
  expect(screen.queryByText(/wider than the header/)).toBeNull();
  await user.fill(screen.getByLabelText('Home in the header'), 'Start of the journey');
  screen.getByText(/wider than the header/);
});

test('a picture of one’s own for the hero opens the file dialog at once', async () => {
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
  const { user } = await open();
  await user.click(screen.getByText('Hero'));
  await user.click(await screen.findByLabelText('Your Own'));
  expect(opened.mock.instances).toEqual([screen.getByLabelText('Hero picture file')]);
});

test('fonts and the icon of the coins are chosen', async () => {
  const { user } = await open();
  await user.click(screen.getByText('Colours and Fonts'));
  await user.click(await screen.findByRole('radio', { name: 'Modern' }));
  await user.click(screen.getByText('Currency and Texts'));
  await user.click(await screen.findByRole('radio', { name: 'Gem' }));
  const next = { ...appearance, fonts: 'modern', coinIcon: 'gem' };
  await expect.poll(() => requests(preview).at(-1)?.body).toEqual(next);
});

test('a picture is the icon of the coins until a drawn one is chosen', async () => {
  const picture = { url: `/media/${'a'.repeat(32)}`, width: 64, height: 64, srcset: '' };
  const pictures = { [picture.url]: { ...picture, src: `${picture.url}-64.webp` } };
  const { user } = await open({
    'GET /api/admin/appearance': {
      ...published,
      appearance: { ...appearance, coinIcon: 'gem', coinPicture: picture.url },
    },
    [preview]: { brand: makeTestSite().brand, pictures },
  });
  await user.click(screen.getByText('Currency and Texts'));
  const own = await screen.findByRole<HTMLInputElement>('radio', { name: 'Your Own' });
  expect(own.checked).toBe(true);
  expect(own.parentElement?.querySelector('img')?.src).toContain(`${picture.url}-64.webp`);
  await user.click(screen.getByText('Remove'));
  const next = { ...appearance, coinIcon: 'gem', coinPicture: null };
  await expect.poll(() => requests(preview).at(-1)?.body).toEqual(next);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Gem' }).checked).toBe(true);
  await user.click(screen.getByText('Discard'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Discard'));
  await user.click(await screen.findByRole('radio', { name: 'Star' }));
  const drawn = { ...appearance, coinIcon: 'star', coinPicture: null };
  await expect.poll(() => requests(preview).at(-1)?.body).toEqual(drawn);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Star' }).checked).toBe(true);
});

test('only the tab of the open part is the current one', async () => {
  const { user } = await open();
  await user.click(screen.getByText('Currency and Texts'));
  const current = () =>
    [...document.querySelectorAll('[aria-current]')].map(({ textContent }) => textContent);
  await expect.poll(current).toEqual(['Currency and Texts']);
});

test('an error in another part of the form opens that part', async () => {
  const { user, name, router } = await open();
  await user.clear(name);
  await user.click(screen.getByText('Currency and Texts'));
  await user.click(publishButton());
  await expect.poll(() => router.latestLocation.hash).toBe('name');
  await screen.findByText('Enter the name of the site.');
  screen.getByText('Please check the marked field.');
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(requests(publish)).toEqual([]);
});

test('Enter in a field does not publish', async () => {
  const { user, name } = await open();
  await user.type(name, '!{Enter}');
  expect(requests(publish)).toEqual([]);
});

test('Undo publishes the version before again', async () => {
  const restore = 'POST /api/admin/appearance/versions/{id}/restore';
  const { user } = await open({ [restore]: () => store(theirs) });
  await user.click(screen.getByText('Undo'));
  await screen.findByRole('alertdialog');
  await user.click(screen.getAllByText('Undo').at(-1)!);
  await expect.poll(nameValue).toBe('Their Hold');
  expect(requests(restore)[0]?.params).toEqual({ id: '3' });
});

test('a version of the history is published again, and so is the original look', async () => {
  const restore = 'POST /api/admin/appearance/versions/{id}/restore';
  const version = {
    publishedAt: '2026-05-01T10:00:00.000Z',
    publishedBy: 'Wyn',
    changed: ['name'],
  };
  const versions = [
    { ...version, id: 4, isCurrent: true },
    { ...version, id: 2, isCurrent: false },
  ];
  const { user } = await open({
    'GET /api/admin/appearance/versions': { page: 1, pages: 1, total: 2, versions },
    [restore]: () => store(theirs),
  });
  await user.click(screen.getByText('History'));
  const current = (await screen.findByText('Version 4')).closest('li');
  expect(current?.textContent).toContain('Published');
  expect(screen.queryByLabelText('Restore version 4')).toBeNull();
  for (const button of ['Restore version 2', 'Reset to the Original Look']) {
    await user.click(screen.getByRole('button', { name: button }));
    await screen.findByRole('alertdialog');
    await user.click(screen.getAllByText('Restore').at(-1)!);
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  }
  await expect
    .poll(() => requests(restore).map(({ params }) => params))
    .toEqual([{ id: '2' }, { id: '0' }]);
});

test('leaving with unpublished changes asks first, another part of the form does not', async () => {
  const { user, name, router } = await open();
  await user.type(name, '!');
  await user.click(screen.getByText('Currency and Texts'));
  await expect.poll(() => router.latestLocation.hash).toBe('words');
  await user.click(screen.getByText('News', { selector: 'a' }));
  await screen.findByText('Your changes are not published. Leave and lose them?');
  await user.click(screen.getByText('Stay'));
  expect(router.latestLocation.pathname).toBe('/admin/appearance');
});

const sentPreview = () => requests(preview).at(-1)?.body;

test('the pictures of the world are ours, one’s own or none', async () => {
  const { user } = await open();
  await user.click(screen.getByText('Pictures'));
  await user.click(await screen.findByLabelText(/^None/));
  await expect.poll(sentPreview).toEqual({ ...appearance, scenes: [] });
  await user.click(screen.getByLabelText(/^Your own/));
  await user.fill(await screen.findByLabelText('Title'), 'The Hill');
  await user.click(publishButton());
  // The picture and its texts are missing.
  await screen.findByText('Please check the marked fields.');
  expect(requests(publish)).toEqual([]);
  await user.click(screen.getByLabelText(/^Ours/));
  expect(publishButton().disabled).toBe(true);
});

test('social links are kept in the order of the footer, and an empty one is left out', async () => {
  const { user } = await open();
  await user.click(screen.getByText('Links'));
  await user.fill(await screen.findByLabelText('YouTube'), 'https://youtube.com/a');
  await user.fill(screen.getByLabelText('X'), 'https://x.com/b');
  const kinds = () => (sentPreview() as Appearance).social.map(({ kind }) => kind);
  const order = socialKinds.filter((kind) => kind === 'x' || kind === 'youtube');
  await expect.poll(kinds).toEqual(order);
  await user.clear(screen.getByLabelText('YouTube'));
  await expect.poll(kinds).toEqual(['x']);
  await user.clear(screen.getByLabelText('X'));
  expect(publishButton().disabled).toBe(true);
});

test('cards are added, filled in and removed', async () => {
  const { user } = await open();
  await user.click(screen.getByText('Features'));
  await user.click(await screen.findByText('Add Card'));
  await user.fill(screen.getByLabelText('Title'), 'Bosses');
  await user.fill(screen.getByLabelText('Text'), 'Bring food');
  await user.fill(screen.getByLabelText('Link'), '/events');
  await user.click(screen.getByLabelText('Dragon'));
  const card = { icon: 'boss', title: 'Bosses', text: 'Bring food', href: '/events' };
  await expect.poll(sentPreview).toEqual({ ...appearance, features: [card] });
});

test('a discarded or restored look needs an answer, and Undo is offered only without changes', async () => {
  const restore = 'POST /api/admin/appearance/versions/{id}/restore';
  const { user, name } = await open({ [restore]: () => store(theirs) });
  await user.click(screen.getByText('Undo'));
  await screen.findByText('Publish the previous version again? Every visitor sees it at once.');
  await user.click(screen.getByText('Cancel'));
  expect(requests(restore)).toEqual([]);
  expect(screen.queryByText('Discard')).toBeNull();
  await user.type(name, '!');
  expect(screen.queryByText('Undo')).toBeNull();
  screen.getByText('Discard');
});

test('a site that was never changed has nothing to undo', async () => {
  await open({ 'GET /api/admin/appearance': { ...published, version: 0 } });
  expect(screen.queryByText('Undo')).toBeNull();
});

test('a colour of one’s own is typed as people paste it, until a palette is chosen', async () => {
  const { user } = await open();
  await user.click(screen.getByText('Colours and Fonts'));
  expect(screen.queryByLabelText('Hex value')).toBeNull();
  await user.click(await screen.findByRole('radio', { name: /Your Colour$/ }));
  const hex = screen.getByLabelText<HTMLInputElement>('Hex value');
  expect(hex.value).toBe('#d9a53a');
  for (const [typed, colour] of [
    [' AB12EF ', '#ab12ef'],
    ['#12EF56', '#12ef56'],
  ] as const) {
    fireEvent.change(hex, { target: { value: typed } });
    const palette = { kind: 'accent', colour };
    await expect.poll(sentPreview).toEqual({ ...appearance, palette });
  }
  // Half of a colour stays in the field, and is not shown.
  fireEvent.change(hex, { target: { value: '#12ef5' } });
  expect(hex.value).toBe('#12ef5');
  expect(screen.getByLabelText<HTMLInputElement>('Colour').value).toBe('#d9a53a');
  await user.click(screen.getByRole('radio', { name: /Moss$/ }));
  await expect.poll(sentPreview).toEqual({
    ...appearance,
    palette: { kind: 'curated', name: 'moss' },
  });
  expect(screen.queryByLabelText('Hex value')).toBeNull();
});

const uploaded = { url: `/media/${'a'.repeat(32)}`, width: 200, height: 100, srcset: '' };
const pictures = { [uploaded.url]: { ...uploaded, src: `${uploaded.url}-200.webp` } };

test('the focal point of an own hero is chosen by sliders or with the pointer', async () => {
  const picture = { kind: 'own' as const, picture: uploaded.url, focus: { x: 0.5, y: 0.5 } };
  const hero = { ...appearance.hero, picture };
  const { user } = await open({
    'GET /api/admin/appearance': { ...published, appearance: { ...appearance, hero } },
    [preview]: { brand: makeTestSite().brand, pictures },
  });
  await user.click(screen.getByText('Hero'));
  const image = await screen.findByAltText('The uploaded hero');
  const focus = () =>
    ((sentPreview() as Appearance).hero.picture as typeof picture | { focus?: undefined }).focus;
  fireEvent.change(screen.getByLabelText('Focal point, left to right'), {
    target: { value: '20' },
  });
  await expect.poll(focus).toEqual({ x: 0.2, y: 0.5 });
  fireEvent.change(screen.getByLabelText('Focal point, top to bottom'), {
    target: { value: '90' },
  });
  await expect.poll(focus).toEqual({ x: 0.2, y: 0.9 });
  const stage = image.parentElement!;
  vi.spyOn(stage, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 200, 100));
  fireEvent.pointerMove(stage, { buttons: 0, clientX: 160, clientY: 50 });
  fireEvent.pointerDown(stage, { buttons: 1, clientX: 60, clientY: 500 });
  await expect.poll(focus).toEqual({ x: 0.25, y: 1 });
  await user.click(screen.getByText('Remove'));
  await expect
    .poll(() => (sentPreview() as Appearance).hero.picture)
    .toEqual({ kind: 'scene', scene: 'castle' });
});

test('the square of a logo is cut where its picture has room, and the logo is removed', async () => {
  const logo = { picture: uploaded.url, crop: { x: 0.5, y: 0.5, size: 1 } };
  const { user } = await open({
    'GET /api/admin/appearance': { ...published, appearance: { ...appearance, logo } },
    [preview]: { brand: makeTestSite().brand, pictures },
  });
  const slider = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  await screen.findByLabelText('Zoom');
  // The picture is twice as wide as it is high.
  expect([slider('Left to right').disabled, slider('Top to bottom').disabled]).toEqual([
    false,
    true,
  ]);
  fireEvent.change(slider('Left to right'), { target: { value: '0' } });
  const crop = () => (sentPreview() as Appearance).logo?.crop;
  await expect.poll(crop).toEqual({ x: 0.25, y: 0.5, size: 1 });
  fireEvent.change(slider('Zoom'), { target: { value: '2' } });
  await expect.poll(crop).toEqual({ x: 0.25, y: 0.5, size: 0.5 });
  expect(slider('Top to bottom').disabled).toBe(false);
  fireEvent.change(slider('Top to bottom'), { target: { value: '100' } });
  await expect.poll(crop).toEqual({ x: 0.25, y: 0.75, size: 0.5 });
  await user.click(screen.getByText('Remove'));
  await expect.poll(() => (sentPreview() as Appearance).logo).toBeNull();
  expect(screen.queryByLabelText('Zoom')).toBeNull();
});

test('the footer has its own text and links, and the words of the store their own fields', async () => {
  const { user } = await open();
  await user.click(screen.getByText('Links'));
  await user.fill(await screen.findByLabelText('Footer text'), ' More.');
  await user.click(screen.getByText('Add Footer Link'));
  await user.fill(screen.getByLabelText('Label'), 'Wiki');
  await user.fill(screen.getByLabelText('Address'), '/pages/wiki');
  expect(screen.queryByLabelText('In the header itself')).toBeNull();
  const footer = { text: 'A footer. More.', links: [{ label: 'Wiki', href: '/pages/wiki' }] };
  await expect.poll(sentPreview).toEqual({ ...appearance, footer });
  await user.click(screen.getByText('Currency and Texts'));
  for (const label of ['One coin', 'Many coins', 'Short form']) {
    await user.fill(await screen.findByLabelText(label), `+${label.charAt(0)}`);
  }
  await user.fill(screen.getByLabelText(/^Name of the store/), ' of {site}');
  const words = { coin: 'Coin+O', coins: 'Coins+M', coinsShort: 'C+S', store: 'Store of {site}' };
  await expect.poll(() => (sentPreview() as Appearance).words).toEqual(words);
  expect(screen.getByText('For example').nextSibling?.textContent).toBe(
    'Store of TestholdYou have 1,250 Coins+M. The lantern costs 250 C+S, the sticker 1 Coin+O.',
  );
});

test('a text is one line, whatever is pasted', async () => {
  const { user } = await open();
  await user.click(screen.getByText('Currency and Texts'));
  fireEvent.change(await screen.findByLabelText('Login'), { target: { value: 'Two\nlines' } });
  await expect.poll(sentPreview).toEqual({ ...appearance, texts: { loginLead: 'Two lines' } });
});

test('the preview has the width of the screen that is chosen, and the part that is open', async () => {
  await renderScreen(
    <AppearanceScreen renderPreview={(_, width, part) => <p>{`Shows ${part} at ${width}`}</p>} />,
    {
      address: '/admin/appearance#links',
      as: 'admin',
      answers: {
        'GET /api/admin/appearance': published,
        [preview]: { brand: makeTestSite().brand, pictures: {} },
      },
    },
  );
  await screen.findByText('Shows links at 1440');
  fireEvent.click(screen.getByText('Phone'));
  screen.getByText('Shows links at 390');
  expect(screen.getByText('Phone').ariaPressed).toBe('true');
  expect(screen.getByText('Desktop').ariaPressed).toBe('false');
});

test('the history says what changed, who is gone, and what restoring loses', async () => {
  const version = {
    id: 2,
    publishedAt: '2026-05-01T10:00:00.000Z',
    publishedBy: null,
    isCurrent: false,
    changed: ['palette', 'words'],
  };
  const { user, name } = await open({
    'GET /api/admin/appearance/versions': { page: 1, pages: 1, total: 1, versions: [version] },
  });
  await user.type(name, '!');
  await user.click(screen.getByText('History'));
  const line = (await screen.findByText('Version 2')).closest('li')!;
  expect(line.textContent).toMatch(
    /A deleted account · 1 May 2026, 06:00 · Colours, Currency and store namesRestore$/,
  );
  await user.click(screen.getByLabelText('Restore version 2'));
  await screen.findByText(
    'Publish version 2 again? Every visitor sees it at once. Your unpublished changes are lost.',
  );
});

test('a look that is refused is said to be so, and stays a draft', async () => {
  const { user, name } = await open({ [publish]: refuse('request/rate-limited', 'Too many.') });
  expect(screen.queryByText('Draft')).toBeNull();
  await user.type(name, '!');
  await user.click(publishButton());
  await screen.findByText('Too many.');
  screen.getByText('Draft');
  expect(nameValue()).toBe('Testhold!');
  expect(publishButton().disabled).toBe(false);
});

test('our pictures are not shown beside an own hero, which is said where they are chosen', async () => {
  const picture = { kind: 'own' as const, picture: uploaded.url, focus: { x: 0.5, y: 0.5 } };
  const own = { ...appearance, hero: { ...appearance.hero, picture } };
  const hint = 'Ours are not shown while the hero has your own picture.';
  const { user, unmount } = await open({
    'GET /api/admin/appearance': { ...published, appearance: own },
    [preview]: { brand: makeTestSite().brand, pictures },
  });
  await user.click(screen.getByText('Pictures'));
  await screen.findByText(hint);
  await user.click(screen.getByLabelText(/^None/));
  expect(screen.queryByText(hint)).toBeNull();
  unmount();
  queryClient.clear();
  changeSite({});
  const view = await open();
  await view.user.click(screen.getByText('Pictures'));
  await screen.findByLabelText(/^Ours/);
  expect(screen.queryByText(hint)).toBeNull();
});

test('the look of the setup is published on the version that was opened', async () => {
  const onDone = vi.fn();
  const { user } = await renderScreen(<SetupLook onDone={onDone} buttons={<p>Skip</p>} />, {
    address: '/admin/setup',
    as: 'admin',
    answers: {
      'GET /api/admin/appearance': published,
      'GET /api/site': () => new Promise(() => {}),
      [preview]: { brand: makeTestSite().brand, pictures: {} },
      [publish]: refuse('admin/outdated', 'Someone else published.'),
    },
  });
  await user.type(await screen.findByLabelText('Name'), '!');
  screen.getByText('Skip');
  act(() => void queryClient.setQueryData(appearanceQuery.queryKey, theirs));
  await user.click(screen.getByText('Publish and Continue'));
  await screen.findByText('Someone else published.');
  expect(onDone).not.toHaveBeenCalled();
  answer({ [publish]: theirs });
  await user.click(screen.getByText('Publish and Continue'));
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(requests(publish).map(({ body }) => body)).toEqual([
    { appearance: mine, version: 4 },
    { appearance: mine, version: 4 },
  ]);
});
