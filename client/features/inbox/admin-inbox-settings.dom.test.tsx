import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { testStates } from '#client/testing/screen-states.tsx';
import type { InboxSettings } from '#shared/endpoints/inbox.ts';

import { AdminInboxSettingsPage } from './admin-inbox-settings-page.tsx';

const settings: InboxSettings = {
  categories: ['Bugs', 'Something else'],
  answers: [{ name: 'Thanks', text: 'Thank you, {player}.' }],
  appealDays: 30,
  keepDays: 365,
};
const read = 'GET /api/admin/inbox/settings';
const save = 'PUT /api/admin/inbox/settings';

testStates('the settings of the inbox', {
  path: '/admin/inbox/settings',
  as: 'admin',
  route: read,
  loading: 'Loading settings...',
  error: 'The settings could not be loaded',
  ready: [settings, 'Canned Answers'],
});

async function open() {
  const view = await renderScreen(<AdminInboxSettingsPage />, {
    address: '/admin/inbox/settings',
    as: 'admin',
    answers: { [read]: settings, [save]: undefined },
  });
  const categories = await screen.findByLabelText<HTMLTextAreaElement>('Categories of questions');
  return { ...view, categories };
}

const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

test('categories, answers and times are saved together', async () => {
  const { user, categories } = await open();
  await user.fill(categories, '\n\n Lost items ');
  await user.click(screen.getByText('Add Answer'));
  await user.fill(screen.getAllByLabelText('Name')[1]!, 'Bye');
  await user.fill(screen.getAllByLabelText('Text')[1]!, 'Goodbye.');
  await user.click(screen.getByLabelText('Move answer 2 up'));
  await user.clear(screen.getByLabelText('Days until a second appeal'));
  await user.fill(screen.getByLabelText('Days until a second appeal'), '14');
  await user.click(saveButton());
  await screen.findByText('Saved.');
  expect(requests(save).map(({ body }) => body)).toEqual([
    {
      categories: ['Bugs', 'Something else', 'Lost items'],
      answers: [{ name: 'Bye', text: 'Goodbye.' }, settings.answers[0]],
      appealDays: 14,
      keepDays: 365,
    },
  ]);
});

test('settings that break a rule are not sent, and each error is beside its field', async () => {
  const { user, categories } = await open();
  await user.clear(categories);
  await user.click(screen.getByText('Add Answer'));
  await user.clear(screen.getByLabelText('Days until closed threads are deleted'));
  await user.click(saveButton());
  await screen.findByText('Name at least one category.');
  screen.getByText('Enter the answer.');
  const invalid = [...document.querySelectorAll('[aria-invalid]')].map(
    (field) => (field as HTMLInputElement).name,
  );
  expect(invalid).toEqual(['categories', 'keepDays', 'answers.1.name', 'answers.1.text']);
  await user.fill(categories, 'Bugs\nBugs');
  await user.click(saveButton());
  await screen.findByText('Use each name once.');
  expect(requests(save)).toEqual([]);
});

test('the dashboard leads staff of the inbox to what is open, and shows the time to the first answer', async () => {
  await renderPage('/admin/home', {
    as: {
      username: 'Raven',
      email: '',
      wyncoins: 0,
      user_rights: 2,
      community_manager: false,
      permissions: ['inbox'],
    },
    answers: {
      'GET /api/admin/overview': {
        concerns: [{ kind: 'inbox-open', count: 3, detail: '', failures: [] }],
        firstAnswerMinutes: 190,
      },
    },
  });
  const line = await screen.findByText('3 threads in the inbox need an answer');
  expect(line.closest('a')?.pathname).toBe('/admin/inbox');
  expect((await screen.findByText('First answer')).closest('div')?.textContent).toBe(
    'First answer3 hMedian of 30 days',
  );
});
