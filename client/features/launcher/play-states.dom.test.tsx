import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { renderScreen } from '#client/testing/render-page.tsx';
import { testStates } from '#client/testing/screen-states.tsx';
import { changeSite } from '#client/testing/test-site.ts';
import type { LauncherDownload } from '#shared/endpoints/launcher.ts';

import { PlayPage } from './play-page.tsx';

testStates('the launcher', {
  path: '/play',
  route: 'GET /api/launcher',
  error: 'The launcher could not be loaded',
  ready: [{ isLive: false, downloads: [] }, 'Opens soon'],
});

const jar: LauncherDownload = {
  kind: 'jar',
  version: 'v1.2.0',
  requirement: 'Java 17 or later',
  size: 3_190_000,
  sha256: 'abc123',
  fileName: 'launcher.jar',
  url: null,
};
const exe: LauncherDownload = {
  ...jar,
  kind: 'exe',
  requirement: '',
  version: '',
  sha256: 'def456',
};
const link: LauncherDownload = {
  ...jar,
  kind: 'link',
  requirement: '',
  size: null,
  sha256: null,
  url: 'https://files.example.com/wyn',
};

function open(downloads: LauncherDownload[], as: 'player' | 'visitor' = 'visitor') {
  return renderScreen(<PlayPage />, {
    address: '/play',
    as,
    answers: { 'GET /api/launcher': { isLive: downloads.length > 0, downloads } },
  });
}

test('the download for the system is first, with its checksum, and the others are below', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; Linux x86_64)');
  await open([link, exe, jar]);
  const first = await screen.findByText('Download Launcher (.jar)');
  expect(first.closest('a')?.getAttribute('href')).toBe('/download/launcher/jar');
  expect(first.closest('a')?.hasAttribute('download')).toBe(true);
  screen.getByText('abc123');
  screen.getByText('Requires Java 17 or later to run');
  expect(screen.getByText('Get Java 17').closest('a')?.getAttribute('href')).toBe(
    'https://adoptium.net/temurin/releases/?version=17',
  );
  const others = within(screen.getByRole('region', { name: 'Other Downloads' }));
  const items = others.getAllByRole('link');
  expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['Download Launcher (.exe)', '/download/launcher/exe'],
    ['Download from files.example.com', 'https://files.example.com/wyn'],
  ]);
  expect(items.map((item) => item.getAttribute('rel'))).toEqual([null, 'noopener noreferrer']);
  screen.getByText('Create Account');
});

test('who is logged in is not asked to create an account, and a link has no file to check', async () => {
  await open([link], 'player');
  const first = await screen.findByText('Download from files.example.com');
  expect(first.closest('a')?.hasAttribute('download')).toBe(false);
  screen.getByText('You are logged in as Marrow.');
  expect(screen.queryByText('Create Account')).toBeNull();
  expect(screen.queryByText(/^SHA-256/)).toBeNull();
  expect(screen.queryByText(/^Requires/)).toBeNull();
  expect(screen.queryByText('Other Downloads')).toBeNull();
});

test('a demo shows a button that says the launcher is not live, and a real site only says so', async () => {
  const notLive = "The server isn't live yet — the launcher download will be available soon!";
  const { unmount } = await open([]);
  await screen.findByText(notLive);
  expect(screen.queryByText(/^Download Launcher/)).toBeNull();
  unmount();
  changeSite({ isDemo: true });
  const { user } = await open([]);
  expect(screen.queryByText(notLive)).toBeNull();
  await user.click(await screen.findByText('Download Launcher (.jar)'));
  await screen.findByText(notLive);
});

test('each download says what it is, and what of it is known', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Windows NT 10.0)');
  await open([jar, exe, { ...link, requirement: 'Windows 11' }]);
  // Without a version of its own.
  const first = await screen.findByText('Download Launcher (.exe)');
  const facts = [...first.closest('section, main')!.querySelectorAll('dt')];
  expect(facts.map(({ textContent }) => textContent)).toEqual(['Size']);
  screen.getByText('def456');
  const others = within(screen.getByRole('region', { name: 'Other Downloads' }));
  expect(others.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Download Launcher (.jar)Any system with Java · v1.2.0 · 3.04 MB · requires Java 17 or later',
    expect.stringMatching(/^Download from files\.example\.com ?v1\.2\.0 · requires Windows 11$/),
  ]);
  // The first one needs nothing.
  expect(screen.queryByText(/^Requires/)).toBeNull();
});

test('before a launcher is live, its usual requirement is named, and a demo has its facts', async () => {
  changeSite({ isDemo: true });
  await open([]);
  await screen.findByText('Opens soon');
  screen.getByText(/^Requires Java \d+/);
  screen.getByText('v1.0.3');
  screen.getByText('3.19 MB');
});
