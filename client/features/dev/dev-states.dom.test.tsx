import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { answer } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { testStates } from '#client/testing/screen-states.tsx';

testStates('the outbox of a demo', {
  path: '/dev/mail',
  route: 'GET /api/dev/mail',
  loading: 'Loading emails...',
  error: 'The outbox could not be loaded',
  ready: [[], 'No emails yet'],
});

const mail = {
  id: '7-b',
  to: 'ash@example.com',
  subject: 'Welcome',
  at: '2026-11-18T10:00:00.000Z',
  text: 'Go to https://site.test/setup?code=1 now.',
  html: '<p>Go</p>',
};

test('the newest email is open, its addresses are links, and a new email appears', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await renderPage('/dev/mail', { answers: { 'GET /api/dev/mail': [mail] } });
  const link = await screen.findByText<HTMLAnchorElement>('https://site.test/setup?code=1');
  expect(link.parentElement?.textContent).toBe(mail.text);
  const newer = { ...mail, id: '8/b', subject: 'Reset your password', text: 'Now.' };
  answer({ 'GET /api/dev/mail': [newer, mail] });
  await act(() => vi.advanceTimersByTimeAsync(4000));
  await screen.findByText('Now.');
  expect(screen.getByText('Open the HTML version').getAttribute('href')).toBe(
    '/api/dev/mail/8%2Fb/html',
  );
});

test('the email of the address is open, not the newest one, and each leads to itself', async () => {
  const newer = { ...mail, id: '8-c', to: 'oak@example.com', subject: 'Newer', text: 'Look.' };
  await renderPage('/dev/mail?mail=7-b', { answers: { 'GET /api/dev/mail': [newer, mail] } });
  await screen.findByText('https://site.test/setup?code=1');
  expect(screen.queryByText('Look.')).toBeNull();
  const links = [...document.querySelectorAll('li a[href*="mail="]')];
  expect(
    links.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')]),
  ).toEqual([
    ['/dev/mail?mail=8-c', null],
    ['/dev/mail?mail=7-b', 'page'],
  ]);
  screen.getByText(/^To ash@example\.com/);
});
