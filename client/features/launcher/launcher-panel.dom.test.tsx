import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import * as uploads from '#client/lib/upload.ts';
import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import type { ManagedDownload } from '#shared/endpoints/launcher.ts';
import { launcherMaxBytes } from '#shared/rules/launcher-kinds.ts';

import { LauncherPanel } from './launcher-panel.tsx';

const jar: ManagedDownload = {
  kind: 'jar',
  isLive: false,
  version: 'v1.0.3',
  requirement: 'Java 11',
  fileName: 'launcher.jar',
  size: 2_097_152,
  sha256: 'abc123',
  url: null,
};
const link: ManagedDownload = {
  kind: 'link',
  isLive: true,
  version: '',
  requirement: '',
  fileName: null,
  size: null,
  sha256: null,
  url: 'https://files.example.test/launcher',
};

const update = 'PATCH /api/admin/launcher/{kind}';
const remove = 'DELETE /api/admin/launcher/{kind}';
const addLink = 'PUT /api/admin/launcher/link';

async function open(downloads: ManagedDownload[], answers: Answers = {}) {
  const view = render(<LauncherPanel />, {
    as: 'admin',
    answers: {
      'GET /api/admin/launcher': downloads,
      'GET /api/site': () => new Promise(() => {}),
      [update]: jar,
      [remove]: undefined,
      [addLink]: link,
      ...answers,
    },
  });
  await screen.findByText('Upload a File');
  return view;
}

const panelOf = (heading: string) =>
  within(screen.getByRole('heading', { name: heading }).closest('section')!);

test('each download says what it is, whether it is live, and changes only itself', async () => {
  const { user } = await open([jar, link]);
  const file = panelOf('.jar (Any system with Java)');
  file.getByText('Not live');
  file.getByText('launcher.jar');
  file.getByText('2.00 MB');
  file.getByText('abc123');
  const other = panelOf('Link');
  other.getByText('Live', { selector: 'span' });
  other.getByText('https://files.example.test/launcher');
  await user.click(file.getByRole('switch'));
  await screen.findByText('The launcher is live.');
  await user.click(other.getByRole('switch'));
  await screen.findByText('The launcher is no longer live.');
  expect(requests(update).map(({ params, body }) => [params['kind'], body])).toEqual([
    ['jar', { isLive: true }],
    ['link', { isLive: false }],
  ]);
});

test('version and requirement are sent together, without spaces', async () => {
  const { user } = await open([jar]);
  const file = panelOf('.jar (Any system with Java)');
  await user.fill(file.getByLabelText(/^Version/), '1 ');
  await user.clear(file.getByLabelText(/^Requires/));
  await user.click(file.getByText('Save'));
  await screen.findByText('Saved.');
  expect(requests(update).map(({ params, body }) => [params['kind'], body])).toEqual([
    ['jar', { version: 'v1.0.31', requirement: '' }],
  ]);
});

test('a download is removed after a question', async () => {
  const { user } = await open([jar, link]);
  await user.click(screen.getByLabelText('Remove Link'));
  await screen.findByText('Remove Link from the downloads?');
  await user.click(screen.getByText('Cancel'));
  expect(requests(remove)).toEqual([]);
  await user.click(screen.getByLabelText('Remove Link'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Remove'));
  await screen.findByText('Removed.');
  expect(requests(remove).map(({ params }) => params)).toEqual([{ kind: 'link' }]);
});

test('a link is sent without spaces, and a refused address is marked', async () => {
  const error = 'Use an address that begins with https.';
  const { user } = await open([], {
    [addLink]: refuse('request/invalid', error, { url: error }),
  });
  screen.getByText('No file yet. The download page says that the launcher is coming soon.');
  const panel = panelOf('Link to a Download');
  await user.fill(panel.getByLabelText(/^Address/), ' http://a.test ');
  await user.fill(panel.getByLabelText(/^Requires/), ' Java 17 ');
  await user.click(panel.getByText('Add Link'));
  await screen.findByText(error);
  expect(requests(addLink)[0]?.body).toEqual({
    url: 'http://a.test',
    version: '',
    requirement: 'Java 17',
  });
});

test('a site has one link at most', async () => {
  await open([link]);
  expect(screen.queryByText('Add Link')).toBeNull();
  expect(screen.queryByText(/^No file yet/)).toBeNull();
});

test('the version of a file is asked first and read from its name, and a bad one is refused', async () => {
  const { user } = await open([jar]);
  const file = new File(['x'], 'launcher-v2.1.0.jar');
  await user.upload(screen.getByLabelText('Launcher file'), file);
  const dialog = within(await screen.findByRole('dialog'));
  const version = dialog.getByLabelText<HTMLInputElement>(/^Version/);
  expect(version.value).toBe('v2.1.0');
  await user.clear(version);
  await user.fill(version, '<b>');
  await user.click(dialog.getByText('Upload'));
  await expect.poll(() => version.getAttribute('aria-invalid')).toBe('true');
  await user.click(dialog.getByText('Cancel'));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('progressbar')).toBeNull();
  // Browsers report no change if the field still holds this file.
  await user.upload(screen.getByLabelText('Launcher file'), file);
  await screen.findByRole('dialog');
});

test('after an upload the list and the version in the form are those of the new file', async () => {
  const { user } = await open([jar]);
  const saved = { ...jar, version: 'v2.1.0', size: 4_194_304 };
  const upload = vi.spyOn(uploads, 'upload').mockImplementation(() => {
    answer({ 'GET /api/admin/launcher': [saved] });
    return Promise.resolve(saved as never);
  });
  const file = new File(['x'], 'launcher-v2.1.0.jar');
  await user.upload(screen.getByLabelText('Launcher file'), file);
  await user.click(within(await screen.findByRole('dialog')).getByText('Upload'));
  await screen.findByText('Launcher uploaded.');
  const panel = panelOf('.jar (Any system with Java)');
  await panel.findByText('4.00 MB');
  expect(panel.getByLabelText<HTMLInputElement>(/^Version/).value).toBe('v2.1.0');
  expect(upload.mock.calls[0]).toMatchObject([
    'POST /api/admin/launcher/file',
    file,
    { query: { version: 'v2.1.0' } },
  ]);
});

test('a link that was added says so, and takes the place of its form', async () => {
  const read = 'GET /api/admin/launcher';
  const { user } = await open([], { [read]: () => (requests(addLink).length > 0 ? [link] : []) });
  const panel = panelOf('Link to a Download');
  await user.fill(panel.getByLabelText(/^Address/), 'https://files.example.test/launcher');
  await user.fill(panel.getByLabelText(/^Version/), ' v3 ');
  await user.click(panel.getByText('Add Link'));
  await screen.findByText('Link added.');
  expect(requests(addLink)[0]?.body).toEqual({
    url: 'https://files.example.test/launcher',
    version: 'v3',
    requirement: '',
  });
  await screen.findByLabelText('Remove Link');
  expect(screen.queryByText('Add Link')).toBeNull();
});

test('a file without a version is stored, and its progress and its refusal are shown', async () => {
  const { user } = await open([jar]);
  let progress: (share: number) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const upload = vi.spyOn(uploads, 'upload').mockImplementation((_route, _file, options) => {
    progress = options!.onProgress!;
    return new Promise<never>((_resolve, reject) => (fail = reject));
  });
  const send = async (name: string) => {
    await user.upload(screen.getByLabelText('Launcher file'), new File(['x'], name));
    await user.click(within(await screen.findByRole('dialog')).getByText('Upload'));
  };
  await send('launcher.jar');
  await screen.findByText('Uploading...');
  expect(upload.mock.calls[0]?.[2]).toMatchObject({ query: {} });
  act(() => progress(0.336));
  screen.getByText('34%');
  act(() => progress(1));
  screen.getByText('Storing...');
  expect(screen.getByText('Upload a File').closest('button')?.getAttribute('aria-busy')).toBe(
    'true',
  );
  act(() => fail(new Error('This is no launcher.')));
  await screen.findByText('This is no launcher.');
  expect(screen.queryByText('Launcher uploaded.')).toBeNull();
  // A second one begins with an empty bar.
  await send('launcher.jar');
  await screen.findByText('0%');
});

test('a file that is too large is not sent', async () => {
  const { user } = await open([jar]);
  const upload = vi.spyOn(uploads, 'upload');
  const file = new File(['x'], 'launcher.jar');
  Object.defineProperty(file, 'size', { value: launcherMaxBytes + 1 });
  await user.upload(screen.getByLabelText('Launcher file'), file);
  await user.click(within(await screen.findByRole('dialog')).getByText('Upload'));
  await screen.findByText(/^The launcher may be at most \d+ MB\.$/);
  expect(upload).not.toHaveBeenCalled();
});
