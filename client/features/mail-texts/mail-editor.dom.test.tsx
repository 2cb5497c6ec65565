import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { hold, refuse, requests } from '#client/testing/fake-fetch.ts';
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

async function open(answers: Answers = {}, opened = mail) {
  stored = opened;
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
  await screen.findByText('Use the default text again? Yours stays in the history.');
  await user.click(screen.getByText('Cancel'));
  expect(requests(reset)).toEqual([]);
  await user.click(screen.getByText('Reset to Default'));
  await user.click(await screen.findByText('Use the Default'));
  await screen.findByText('The default text is used again. The next email has this text.');
  expect(requests(reset)[0]?.body).toEqual({ version: 2 });
  expect(subject.value).toBe('Default');
  expect(screen.queryByText('Reset to Default')).toBeNull();
});

test('a test email has the text on the screen, is sent once and saves nothing', async () => {
  const sample = 'POST /api/admin/mail-texts/{kind}/test-mail';
  const held = hold<typeof sample>();
  const { user, subject } = await open({ [sample]: held.answer });
  await user.type(subject, '!');
  const button = screen.getByText('Send Test Email');
  await user.click(button);
  await user.click(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  held.give({ isAccepted: true, text: 'Sent to you.' });
  await screen.findByText('Sent to you.');
  expect(requests(sample).map(({ body }) => body)).toEqual([{ ...text, subject: 'Your receipt!' }]);
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

test('a placeholder is put where the caret was, and a link only into the text', async () => {
  const { user, subject } = await open();
  const body = screen.getByLabelText<HTMLTextAreaElement>('Text');
  await user.click(subject);
  subject.setSelectionRange(0, 4);
  await user.click(screen.getByLabelText('Insert {player}'));
  expect(subject.value).toBe('{player} receipt');
  expect(subject.selectionStart).toBe('{player}'.length);
  body.setSelectionRange(0, 0);
  await user.click(screen.getByLabelText('Insert {link}'));
  expect(body.value).toBe(`{link}${text.text}`);
  expect(subject.value).toBe('{player} receipt');
});

test('a text of the history is put into the fields and not saved', async () => {
  const saved = { savedAt: '2026-11-01T12:00:00.000Z', savedBy: null };
  const old = { ...text, subject: 'Old receipt', heading: 'Old thanks' };
  const versions = [
    { ...saved, version: 2, isDefault: false, text },
    { ...saved, version: 1, isDefault: false, text: old },
  ];
  const { user, subject } = await open({
    'GET /api/admin/mail-texts/{kind}/versions': { page: 1, pages: 1, total: 2, versions },
  });
  await screen.findByText('Old receipt');
  expect(screen.queryByLabelText('Use version 2')).toBeNull();
  await user.click(screen.getByLabelText('Use version 1'));
  await screen.findByText('Version 1 is in the fields. Save it to use it.');
  expect(subject.value).toBe('Old receipt');
  expect(screen.getByLabelText<HTMLInputElement>('Heading').value).toBe('Old thanks');
  expect(saveButton().disabled).toBe(false);
  expect(requests(save)).toEqual([]);
});

test('an email without a link has no button, and one with the default text nothing to reset', async () => {
  const plain = { ...text, text: 'Dear {player}.', button: null };
  await open({}, { ...mail, isDefault: true, text: plain });
  expect(screen.queryByLabelText('Button')).toBeNull();
  expect(screen.queryByText('Reset to Default')).toBeNull();
  expect(screen.queryByText('Your text is not used')).toBeNull();
});

test('a saved text that is not sent is marked in its editor', async () => {
  const problem = 'The text must contain {link}.';
  await open({}, { ...mail, problem });
  screen.getByText('Your text is not used');
  screen.getByText(new RegExp(`^${problem.replaceAll(/[{}.]/g, '.')} Until it is corrected`));
});

test('a test email that is refused or has mistakes says so and stays on the screen', async () => {
  const sample = 'POST /api/admin/mail-texts/{kind}/test-mail';
  const { user, subject } = await open({
    [sample]: refuse('request/rate-limited', 'Too many requests.'),
  });
  await user.click(screen.getByText('Send Test Email'));
  await screen.findByText('The test email was not sent');
  await user.clear(subject);
  await user.click(screen.getByText('Send Test Email'));
  await screen.findByText('Enter a subject.');
  expect(requests(sample)).toHaveLength(1);
});

test('the list says which emails have their own text, the default, or one that is not used', async () => {
  await renderScreen(<AdminEmailsPage />, {
    address: '/admin/emails',
    as: 'admin',
    answers: {
      'GET /api/admin/mail-texts': {
        mails: [
          { ...mail, name: 'Own' },
          { ...mail, kind: 'gift', name: 'Untouched', isDefault: true, savedAt: null },
          { ...mail, kind: 'test', name: 'Broken', problem: 'It is incomplete.', savedBy: null },
        ],
      },
    },
  });
  await screen.findByText('Own');
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual([
    expect.stringMatching(/^Own.*Changed by Elder.*Your text/),
    expect.stringMatching(/^Untouched(?!.*Changed).*Default/),
    expect.stringMatching(/^Broken.*Changed by a deleted account.*Not used/),
  ]);
});

test('the preview is filled with the samples and follows the fields', async () => {
  const { user, subject } = await open();
  const preview = screen.getByRole('region', { name: 'Preview' });
  const texts = () => [...preview.querySelectorAll('p, h3')].map((one) => one.textContent);
  expect(texts()).toEqual([
    'TestholdYour receipt',
    'Testhold',
    'Thank you',
    'Dear Marrow,',
    'Open',
    'If the button does not work, open this address:https://example.com',
    'Goodbye.',
    'A footer text.Questions? Write to contact@example.com.',
  ]);
  await user.fill(subject, ' for {player}');
  expect(texts()[0]).toBe('TestholdYour receipt for Marrow');
});

test('each placeholder says what it is, and the text what it needs', async () => {
  const { unmount } = await open();
  const list = screen.getByLabelText('Insert {link}').closest('ul')!;
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    '{player}The name.',
    '{link}The link. Required.',
  ]);
  const hint = () => {
    const id = screen.getByLabelText('Text').getAttribute('aria-describedby');
    return document.getElementById(id!)?.textContent;
  };
  expect(hint()).toMatch(/The button appears where \{link\} is\.$/);
  unmount();
  queryClient.removeQueries({ queryKey: ['admin'] });
  await open({}, { ...mail, text: { ...text, text: 'Hello.', button: null } });
  expect(hint()).toBe('An empty line begins a new paragraph.');
});

test('saving one email leaves the others, and its history is read again', async () => {
  const gift = { ...mail, kind: 'gift' as const, name: 'Gift', isDefault: true };
  const saved = { ...mail, version: 3, isDefault: true, text: mail.initial };
  const versions = 'GET /api/admin/mail-texts/{kind}/versions';
  const { user, subject } = await open({
    'GET /api/admin/mail-texts': { mails: [gift, mail] },
    [save]: saved,
  });
  await expect.poll(() => requests(versions)).toHaveLength(1);
  await user.type(subject, '!');
  await user.click(saveButton());
  await screen.findByText('The default text is used again. The next email has this text.');
  await expect.poll(() => requests(versions)).toHaveLength(2);
  expect(requests(versions)[1]).toMatchObject({
    params: { kind: 'receipt' },
    query: { page: '1' },
  });
  await user.click(screen.getByText('All emails'));
  const lines = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines).toEqual([
    expect.stringMatching(/^Gift.*Default$/),
    expect.stringMatching(/^Receipt.*Default$/),
  ]);
  expect(screen.getByLabelText('Edit Gift').getAttribute('href')).toBe('/admin/emails#gift');
});

test('without changes of one’s own, a newer text is only loaded', async () => {
  const { user, subject } = await open();
  stored = { ...theirs, savedBy: null };
  await act(() => queryClient.invalidateQueries({ queryKey: ['admin'] }));
  await screen.findByText(/^Someone else changed this email after you opened it\./);
  expect(screen.queryByText('Keep Mine')).toBeNull();
  await user.click(screen.getByText('Load Theirs'));
  expect(subject.value).toBe('Their receipt');
});

test('the history names the default text and accounts that are gone', async () => {
  const at = '2026-11-01T12:00:00.000Z';
  const versions = [
    { version: 2, savedAt: at, savedBy: 'Elder', isDefault: false, text },
    { version: 1, savedAt: at, savedBy: null, isDefault: true, text },
  ];
  await open({
    'GET /api/admin/mail-texts/{kind}/versions': { page: 1, pages: 1, total: 2, versions },
  });
  const line = (await screen.findByLabelText('Use version 1')).closest('li')!;
  expect(line.textContent).toBe('The default textUnknown account · 1 Nov 2026, 07:00Use');
  expect(line.previousSibling?.textContent).toBe('Your receiptElder · 1 Nov 2026, 07:00');
});
