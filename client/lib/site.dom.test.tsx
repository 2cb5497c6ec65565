import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { streams } from '#client/testing/browser-gaps.ts';
import { answer } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { makeTestSite } from '#client/testing/test-site.ts';

test('an open page follows a new name, a new coin and new words for coins', async () => {
  answerNothing();
  await renderPage('/profile/wallet?view=statement', {
    as: 'player',
    answers: {
      'GET /api/wallet/statement': {
        entries: [
          {
            id: '1',
            at: new Date().toJSON(),
            kind: 'purchase',
            ref: '7',
            memo: 'A hat',
            amount: -5,
            balance: 9,
          },
        ],
        balance: 9,
        frozen: false,
        page: 1,
        pages: 1,
        total: 1,
      },
    },
  });
  await screen.findByText('A hat');
  const words = () => [...document.querySelectorAll('dt, th')].map((cell) => cell.textContent);
  expect(words()).toEqual([
    'Testcoins',
    'Date',
    'Description',
    'Testcoins',
    'Balance',
    'A hatPurchase',
  ]);
  const { brand, ...site } = makeTestSite();
  const renamed = {
    ...brand,
    name: 'Wynhold',
    coinIcon: 'gem' as const,
    words: { ...brand.words, coins: 'Gems' },
  };
  answer({ 'GET /api/site': { ...site, brand: renamed } });
  streams[0]?.send('change', { topic: 'site' });
  await screen.findByLabelText('Store: 1,250 Gems');
  expect(words()).toEqual(['Gems', 'Date', 'Description', 'Gems', 'Balance', 'A hatPurchase']);
  expect(document.querySelector('main dl use')?.getAttribute('href')).toMatch(/#gem$/);
  expect(document.title).toMatch(/Wynhold$/);
});
