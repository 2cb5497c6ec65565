import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { EditedMail } from '#shared/endpoints/mail-texts.ts';

import { AdminEmailsPage } from './admin-emails-page.tsx';

const text = {
  subject: 'Your receipt',
  heading: 'Thank you',
  text: 'Dear {player},\n\n{link}\n\nGoodbye.',
  button: 'Open',
};

const mail: EditedMail = {
  kind: 'receipt',
  name: 'Receipt',
  when: 'After a purchase.',
  text,
  initial: { ...text, subject: 'Default' },
  version: 2,
  isDefault: false,
  problem: null,
  savedAt: '2026-11-01T12:00:00.000Z',
  savedBy: 'Elder',
  placeholders: [
    { name: 'player', description: 'The name.', sample: 'Marrow', isRequired: false },
    { name: 'link', description: 'The link.', sample: 'https://example.com', isRequired: true },
  ],
};

const theirs: EditedMail = {
  ...mail,
  version: 3,
  savedBy: 'Raven',
  text: { ...text, subject: 'Their receipt', heading: 'Their thanks' },
};

const save = 'PUT /api/admin/mail-texts/{kind}';

/** The state of the fake server. */
let stored = mail;

async function open(answers: Answers = {}) {
  stored = mail;
  const view = await renderScreen(<AdminEmailsPage />, {
    address: '/admin/emails#receipt',
    as: 'admin',
    answers: {
      'GET /api/admin/mail-texts': () => ({ mails: [stored] }),
      'GET /api/admin/mail-texts/{kind}/versions': { page: 1, pages: 1, total: 0, versions: [] },
      ...answers,
    },
  });
  const subject = await screen.findByLabelText<HTMLInputElement>('Subject');
  return { ...view, subject };
}

const saveButton = () => screen.getByText<HTMLButtonElement>('Save');

test('a text is saved on the version that was opened', async () => {
  const saved = { ...mail, version: 3, text: { ...text, subject: 'Your receipt!' } };
  const { user, subject } = await open({ [save]: saved });
  expect(saveButton().disabled).toBe(true);
  await user.type(subject, '!');
  await user.click(saveButton());
  await screen.findByText('Saved. The next email has this text.');
  const [sent] = requests(save);
  expect(sent?.params).toEqual({ kind: 'receipt' });
  expect(sent?.body).toEqual({ text: { ...text, subject: 'Your receipt!' }, version: 2 });
  expect(saveButton().disabled).toBe(true);
});

async function overtake(second: EditedMail) {
  const view = await open({
    [save]: () => {
      if (stored === theirs) return second;
      stored = theirs;
      return refuse('admin/outdated', 'Someone else changed this email.');
    },
  });
  await view.user.type(view.subject, '!');
  await view.user.click(saveButton());
  await screen.findByText('There is a newer version');
  expect(saveButton().disabled).toBe(true);
  return view;
}

test('an admin who was overtaken keeps the own text and saves it over the newer one', async () => {
  const second = { ...mail, version: 4, text: { ...text, subject: 'Your receipt!' } };
  const { user, subject } = await overtake(second);
  await user.click(screen.getByText('Keep Mine'));
  expect(screen.queryByText('There is a newer version')).toBeNull();
  expect(subject.value).toBe('Your receipt!');
  await user.click(saveButton());
  await screen.findByText('Saved. The next email has this text.');
  expect(requests(save)[1]?.body).toEqual({
    text: { ...text, subject: 'Your receipt!' },
    version: 3,
  });
});

test('an admin who was overtaken can load the newer text', async () => {
  const { user, subject } = await overtake(mail);
  await user.click(screen.getByText('Load Theirs'));
  expect(subject.value).toBe('Their receipt');
  expect(screen.getByLabelText<HTMLInputElement>('Heading').value).toBe('Their thanks');
  expect(screen.queryByText('There is a newer version')).toBeNull();
  expect(saveButton().disabled).toBe(true);
});

test('a text without its required placeholder is not sent', async () => {
  const { user } = await open();
  const field = screen.getByLabelText<HTMLTextAreaElement>('Text');
  await user.clear(field);
  await user.fill(field, 'Hello.');
  await user.click(saveButton());
  await screen.findByText('The text must contain {link}.');
  expect(document.activeElement).toBe(field);
});

test('the default text is restored after a question', async () => {
  const reset = 'POST /api/admin/mail-texts/{kind}/reset';
  const restored = { ...mail, version: 3, isDefault: true, text: mail.initial };
  const { user, subject } = await open({ [reset]: restored });
  await user.click(screen.getByText('Reset to Default'));
  await user.click(await screen.findByText('Use the Default'));
  await screen.findByText('The default text is used again. The next email has this text.');
  expect(requests(reset)[0]?.body).toEqual({ version: 2 });
  expect(subject.value).toBe('Default');
  expect(screen.queryByText('Reset to Default')).toBeNull();
});

test('a test email has the text on the screen and saves nothing', async () => {
  const sample = 'POST /api/admin/mail-texts/{kind}/test-mail';
  const { user, subject } = await open({ [sample]: { isAccepted: true, text: 'Sent to you.' } });
  await user.type(subject, '!');
  await user.click(screen.getByText('Send Test Email'));
  await screen.findByText('Sent to you.');
  expect(requests(sample)[0]?.body).toEqual({ ...text, subject: 'Your receipt!' });
  expect(saveButton().disabled).toBe(false);
});

test('leaving with unsaved changes asks first, also for another email of the list', async () => {
  const { user, subject, router } = await open();
  await user.type(subject, '!');
  await user.click(screen.getByText('All emails'));
  await screen.findByText('This email has unsaved changes. Leave and lose them?');
  await user.click(screen.getByText('Stay'));
  expect(subject.value).toBe('Your receipt!');
  await user.click(screen.getByText('All emails'));
  await user.click(await screen.findByText('Leave'));
  await expect.poll(() => router.latestLocation.hash).toBe('');
});
