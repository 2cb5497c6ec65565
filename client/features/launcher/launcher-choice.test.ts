import { expect, test } from 'vitest';

import type { LauncherDownload } from '#shared/endpoints/launcher.ts';
import { launcherKinds } from '#shared/rules/launcher-kinds.ts';

import { javaVersionOf, labelOf, sortForSystem } from './launcher-choice.ts';

const download = (kind: LauncherDownload['kind']): LauncherDownload => ({
  kind,
  version: 'v1.0.3',
  requirement: '',
  size: 1,
  sha256: 'x',
  fileName: 'x',
  url: kind === 'link' ? 'https://files.example.com/launcher' : null,
});
const all = launcherKinds.map(download);

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'exe'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'appimage'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'jar'],
  ['Mozilla/5.0 (Linux; Android 14)', 'jar'],
  ['', 'jar'],
])('%s is offered the %s first', (userAgent, kind) => {
  const sorted = sortForSystem(all, userAgent);
  expect(sorted[0]?.kind).toBe(kind);
  expect(sorted).toHaveLength(all.length);
});

test('what exists is offered, if there is nothing for the system', () => {
  const sorted = sortForSystem([download('link'), download('zip')], 'Windows');
  expect(sorted.map(({ kind }) => kind)).toEqual(['zip', 'link']);
});

test('a button names the kind of file, or the host of a link', () => {
  expect(all.map(labelOf)).toEqual([
    'Download Launcher (.jar)',
    'Download Launcher (.zip)',
    'Download Launcher (.exe)',
    'Download Launcher (.AppImage)',
    'Download from files.example.com',
  ]);
});

test.each([
  ['Java 11', '11'],
  ['Java 21 or later', '21'],
  ['Windows 10 or later', undefined],
  ['JavaScript', undefined],
  ['', undefined],
])('“%s” asks for Java %s', (requirement, version) => {
  expect(javaVersionOf({ requirement })).toBe(version);
});
