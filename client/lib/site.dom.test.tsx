import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { siteQuery } from '#client/lib/site.ts';
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

test('another theme is loaded before the old one goes, and is not loaded again', async () => {
  const link = () => document.head.querySelectorAll<HTMLLinkElement>('#theme');
  const { brand, ...site } = makeTestSite();
  const follow = async (theme: string | null) => {
    answer({ 'GET /api/site': { ...site, brand: { ...brand, theme } } });
    await queryClient.fetchQuery({ ...siteQuery, staleTime: 0 });
  };
  await follow('/theme-1.css');
  expect([...link()].map(({ href }) => new URL(href).pathname)).toEqual(['/theme-1.css']);
  const fonts = document.createElement('link');
  fonts.setAttribute('disabled', '');
  document.head.append(fonts);
  await follow('/theme-2.css');
  expect(link()).toHaveLength(2);
  expect(fonts.disabled).toBe(false);
  link()[1]!.dispatchEvent(new Event('load'));
  expect([...link()].map(({ href }) => new URL(href).pathname)).toEqual(['/theme-2.css']);
  await follow('/theme-2.css');
  expect(link()).toHaveLength(1);
  await follow(null);
  expect(link()).toHaveLength(0);
  fonts.remove();
});
