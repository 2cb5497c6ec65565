import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type {
  Appearance,
  AppearancePreview,
  EditedAppearance,
} from '#shared/endpoints/appearance.ts';
import type { Picture } from '#shared/endpoints/media.ts';
import { initialAppearance } from '#shared/rules/appearance-defaults.ts';

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Painter', 3);
});
afterAll(() => site.close());

const initial = initialAppearance('Wynhold');

function preview(change: Partial<Appearance>, caller = admin) {
  const body = { ...initial, ...change };
  return site.app.inject(json('POST', '/api/admin/appearance/preview', body, caller));
}

async function uploadPicture(): Promise<Picture> {
  const create = { width: 640, height: 400, channels: 3 as const, background: '#305030' };
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/admin/media',
    headers: { ...json('POST', '/', {}, admin).headers, 'content-type': 'image/png' },
    payload: await sharp({ create }).png().toBuffer(),
  });
  return answer.json();
}

test('a preview has the texts, the theme and the pictures of the draft', async () => {
  const picture = await uploadPicture();
  const answer = await preview({
    name: 'Stormreach',
    palette: { kind: 'curated', name: 'sea' },
    logo: { picture: picture.url, crop: { x: 0.5, y: 0.5, size: 1 } },
    hero: {
      ...initial.hero,
      picture: { kind: 'own', picture: picture.url, focus: { x: 0.25, y: 0.75 } },
    },
  });
  const { brand, pictures } = answer.json<AppearancePreview>();
  expect(brand).toMatchObject({ name: 'Stormreach', words: { store: 'Stormreach Store' } });
  expect(brand.hero).toMatchObject({ titleName: 'Stormreach', picture: { src: picture.src } });
  expect(brand.theme).toMatch(/^\/theme\/sea-25-75-/);
  expect(pictures).toEqual({ [picture.url]: picture });
});

test('a preview publishes nothing', async () => {
  await preview({ name: 'Stormreach' });
  const { version, appearance } = (
    await site.app.inject({ url: '/api/admin/appearance', headers: { cookie: admin.cookie } })
  ).json<EditedAppearance>();
  expect(version).toBe(0);
  expect(appearance.name).not.toBe('Stormreach');
});

test('a preview of a picture that is gone leaves it out', async () => {
  const logo = { picture: `/media/${'0'.repeat(32)}`, crop: { x: 0.5, y: 0.5, size: 1 } };
  const answer = await preview({ logo });
  expect(answer.statusCode).toBe(200);
  expect(answer.json<AppearancePreview>().pictures).toEqual({});
});

test('a preview of a hero or a scene that is gone shows the others', async () => {
  const picture = await uploadPicture();
  const gone = `/media/${'0'.repeat(32)}`;
  const scene = (address: string, title: string) => ({
    picture: address,
    alt: 'A hill',
    title,
    text: 'x',
  });
  const answer = await preview({
    hero: { ...initial.hero, picture: { kind: 'own', picture: gone, focus: { x: 0, y: 0 } } },
    scenes: [scene(gone, 'Gone'), scene(picture.url, 'There')],
  });
  const { brand, pictures } = answer.json<AppearancePreview>();
  expect(brand).toMatchObject({ hero: { picture: null }, hasOwnPicture: true });
  expect(brand.scenes?.map(({ title }) => title)).toEqual(['There']);
  expect(Object.keys(pictures)).toEqual([picture.url]);
});

test('a preview checks its input as publishing does', async () => {
  const answer = await preview({ navigation: [{ label: 'Wiki', href: 'javascript:alert(1)' }] });
  expect(answer.statusCode).toBe(400);
});
