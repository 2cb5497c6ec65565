import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import { AppError } from '#shared/errors.ts';

import { useVersionedDraft } from './versioned-draft.ts';

type Document = { version: number; text: string };

const send = vi.fn<(text: string, version: number) => Promise<Document>>();

/** The versions that the server has, one after the other. */
const stored: Document[] = [
  { version: 3, text: 'Old' },
  { version: 4, text: 'Theirs' },
  { version: 5, text: 'Theirs again' },
];

function Editor({ follows, leavesWithinPath }: { follows?: boolean; leavesWithinPath?: boolean }) {
  const [at, setAt] = useState(0);
  const current = stored[at]!;
  const edited = useVersionedDraft({
    current,
    queryKey: ['admin', 'text'],
    read: ({ text }) => ({ text }),
    check: ({ text }) => ({ data: text }),
    send,
    describeSaved: ({ version }) => `Version ${version} is saved.`,
    leaveText: 'Leave the text?',
    ...(follows && { follows }),
    ...(leavesWithinPath && { leavesWithinPath }),
  });
  const { form, draft, isDirty, isBehind, version, revision } = edited;
  return (
    <>
      <input
        aria-label="Text"
        value={draft.text}
        onChange={({ target }) => edited.change({ text: target.value })}
      />
      <button onClick={() => form.sendChecked({ data: draft.text })}>Save</button>
      <button onClick={() => setAt(at + 1)}>Someone Else Saves</button>
      <button onClick={() => edited.load(current)}>Take Theirs</button>
      <button onClick={edited.keepMine}>Keep Mine</button>
      <p>{JSON.stringify({ isDirty, isBehind, version, revision })}</p>
    </>
  );
}

const state = () => JSON.parse(screen.getByText(/isDirty/).textContent) as object;
const field = () => screen.getByLabelText<HTMLInputElement>('Text');

async function open(props: Parameters<typeof Editor>[0] = {}) {
  send.mockReset();
  return renderScreen(<Editor {...props} />, { address: '/admin/emails?edit=1', as: 'admin' });
}

test('a save is based on the version that was opened, and the next one on what was saved', async () => {
  const { user } = await open();
  expect(state()).toEqual({ isDirty: false, isBehind: false, version: 3, revision: 0 });
  await user.fill(field(), '!');
  expect(state()).toMatchObject({ isDirty: true });
  send.mockResolvedValueOnce({ version: 4, text: 'Old! (cleaned)' });
  await user.click(screen.getByText('Save'));
  await screen.findByText('Version 4 is saved.');
  expect(field().value).toBe('Old! (cleaned)');
  expect(state()).toEqual({ isDirty: false, isBehind: false, version: 4, revision: 1 });
  send.mockResolvedValueOnce({ version: 5, text: 'Old! (cleaned)?' });
  await user.fill(field(), '?');
  await user.click(screen.getByText('Save'));
  await screen.findByText('Version 5 is saved.');
  expect(send.mock.calls).toEqual([
    ['Old!', 3],
    ['Old! (cleaned)?', 4],
  ]);
});

test('the version of another editor is told and never taken over a draft', async () => {
  const { user } = await open({ follows: true });
  const saveElsewhere = () => user.click(screen.getByText('Someone Else Saves'));
  await saveElsewhere();
  expect(field().value).toBe('Theirs');
  expect(state()).toMatchObject({ isBehind: false, version: 4 });
  await user.fill(field(), '!');
  await saveElsewhere();
  expect(field().value).toBe('Theirs!');
  expect(state()).toMatchObject({ isBehind: true, isDirty: true, version: 4 });
  await user.click(screen.getByText('Keep Mine'));
  expect(field().value).toBe('Theirs!');
  expect(state()).toMatchObject({ isBehind: false, isDirty: true, version: 5 });
  await user.click(screen.getByText('Take Theirs'));
  expect(field().value).toBe('Theirs again');
  expect(state()).toMatchObject({ isDirty: false, version: 5 });
});

test('an unchanged text stays until its editor takes the newer one, unless it follows', async () => {
  const { user } = await open();
  await user.click(screen.getByText('Someone Else Saves'));
  expect(field().value).toBe('Old');
  expect(state()).toMatchObject({ isBehind: true, isDirty: false, version: 3 });
});

test('a save that came too late reads the document again, and another refusal does not', async () => {
  const { user } = await open();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  await user.fill(field(), '!');
  send.mockRejectedValueOnce(new AppError('request/rate-limited', 'Too many requests.'));
  await user.click(screen.getByText('Save'));
  await expect.poll(() => send.mock.calls).toHaveLength(1);
  await expect.poll(() => queryClient.isMutating()).toBe(0);
  expect(invalidate).not.toHaveBeenCalled();
  send.mockRejectedValueOnce(new AppError('admin/outdated', 'Someone else has saved.'));
  await user.click(screen.getByText('Save'));
  await expect.poll(() => invalidate.mock.calls).toEqual([[{ queryKey: ['admin', 'text'] }]]);
  expect(field().value).toBe('Old!');
});

test.each([
  ['/admin/emails?edit=2', true],
  ['/admin/news', false],
])('leaving unsaved changes for %s asks first', async (href, leavesWithinPath) => {
  const { user, router } = await open({ leavesWithinPath });
  await user.fill(field(), '!');
  void router.navigate({ href });
  await screen.findByText('Leave the text?');
  await user.click(screen.getByText('Stay'));
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect(router.state.location.href).toBe('/admin/emails?edit=1');
  expect(field().value).toBe('Old!');
  void router.navigate({ href });
  await user.click(await screen.findByText('Leave'));
  await expect.poll(() => router.state.location.href).toBe(href);
});

test('a part of the same document at the same path is no other one', async () => {
  const { user, router } = await open();
  await user.fill(field(), '!');
  void router.navigate({ href: '/admin/emails?edit=2' });
  await expect.poll(() => router.state.location.href).toBe('/admin/emails?edit=2');
  expect(field().value).toBe('Old!');
});
