import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import * as identity from '#client/features/accounts/identity.ts';
import { refuse } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { changeBrand, makeTestSite } from '#client/testing/test-site.ts';
import { siteTextKeys } from '#shared/rules/site-texts.ts';
import type { SiteTextKey } from '#shared/rules/site-texts.ts';

type View = Awaited<ReturnType<typeof renderPage>>;

type Place = {
  address: string;
  keys: SiteTextKey[];
  as?: 'player';
  answers?: Answers;
  act?: (view: View) => Promise<void>;
};

const noPosts = { posts: [], page: 1, pages: 0, total: 0 };
const nothing: Answers = {
  'GET /api/news': noPosts,
  'GET /api/events': [],
  'GET /api/hiscores/gains': { skill: 'Overall', period: 'week', players: [] },
  'GET /api/hiscores': { skill: 'Overall', players: [], page: 1, pages: 0, total: 0 },
  'GET /api/polls': [],
  'GET /api/shop/items': [],
};

const home: SiteTextKey[] = ['world', 'tonight', 'noEvent', 'noGains', 'noPoll', 'noNews'];

const places: Place[] = [
  { address: '/', keys: [...home, 'closingHeading', 'closingText'] },
  { address: '/', as: 'player', keys: ['welcomeHeading', 'welcomeText'] },
  { address: '/news', keys: ['newsLead', 'newsEmpty'] },
  { address: '/news?category=Updates', keys: ['newsNoMatch'] },
  { address: '/events', keys: ['eventsLead'] },
  { address: '/hiscores', keys: ['hiscoresEmpty'] },
  { address: '/polls', keys: ['pollsEmpty'] },
  { address: '/play', keys: ['playLead', 'playChat'] },
  { address: '/shop', as: 'player', keys: ['storeLead', 'storeEmptyHeading', 'storeEmptyText'] },
  { address: '/login', keys: ['loginLead'] },
  {
    address: '/login',
    keys: ['codeLead'],
    answers: { 'POST /auth/web-login': refuse('accounts/two-factor-required', 'Enter a code.') },
    async act({ user }) {
      await user.fill(await screen.findByLabelText('Email'), 'marrow@example.com');
      await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    },
  },
  { address: '/reset', keys: ['resetLead'] },
  {
    address: '/reset-password?oobCode=right',
    keys: ['resetDone'],
    async act({ user }) {
      await user.fill(await screen.findByLabelText('New password'), 'a key for no lock');
      await user.type(screen.getByLabelText('Confirm password'), 'a key for no lock{Enter}');
    },
  },
  { address: '/confirm-email?oobCode=right', keys: ['emailConfirmed'] },
  { address: '/profile/status', as: 'player', keys: ['profileStatus'] },
  { address: '/nowhere', keys: ['notFoundHeading', 'notFoundText'] },
];

/** The server draws these: see appearance.test.ts. */
const drawn: SiteTextKey[] = ['linkPreview', 'linkPreviewNote'];

test('every text of the table is looked for', () => {
  const walked = [...places.flatMap(({ keys }) => keys), ...drawn];
  expect(walked.toSorted()).toEqual(siteTextKeys.toSorted());
});

test.each(places)('$address shows the owner’s texts: $keys', async (place) => {
  changeBrand({ texts: Object.fromEntries(siteTextKeys.map((key) => [key, ownText(key)])) });
  vi.spyOn(identity, 'loadIdentity').mockResolvedValue({
    signIn: () => Promise.resolve('token'),
    verifyResetCode: () => Promise.resolve('marrow@example.com'),
    confirmReset: () => Promise.resolve(),
    confirmEmail: () => Promise.resolve(),
  } as never);
  answerNothing();
  const { address, as = 'visitor', answers, act } = place;
  const view = await renderPage(address, { as, answers: { ...nothing, ...answers } });
  await act?.(view);
  for (const key of place.keys) {
    const text = ownText(key).replace('{site}', 'Testhold').replace('{player}', 'Marrow');
    await screen.findByText(text, { exact: false });
  }
});

function ownText(key: SiteTextKey): string {
  return `Own ${key} of {site}${key === 'welcomeText' ? ' for {player}' : ''}`;
}

test('the store is called by its name in the title, the footer and the header', async () => {
  changeBrand({ words: { ...makeTestSite().brand.words, storeLink: 'The Forge' } });
  answerNothing();
  await renderPage('/shop', { as: 'player', answers: nothing });
  await expect.poll(() => document.title).toBe('The Forge – Testhold');
  screen.getByText('The Forge', { selector: 'footer a' });
  screen.getByLabelText('The Forge: 1,250 Testcoins');
});
