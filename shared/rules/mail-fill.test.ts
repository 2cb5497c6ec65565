import { expect, test } from 'vitest';

import { fillMail, findTextProblems } from './mail-fill.ts';

const text = {
  subject: 'Hello {username}',
  heading: 'Welcome',
  text: 'Dear {username},\nwelcome.\n\n{link}\n\nSee you at {site}.',
  button: 'Open {site}',
};
const values = { username: 'Ada', site: 'Stonefall', link: 'https://stonefall.test/a' };
const placeholders = [
  { name: 'username', isRequired: false },
  { name: 'site', isRequired: false },
  { name: 'link', isRequired: true },
];

test('placeholders are filled, and the link becomes the button between two texts', () => {
  expect(fillMail(text, values)).toEqual({
    subject: 'Hello Ada',
    heading: 'Welcome',
    paragraphs: ['Dear Ada,\nwelcome.'],
    action: { label: 'Open Stonefall', url: 'https://stonefall.test/a' },
    closing: ['See you at Stonefall.'],
  });
});

test('a value that looks like a placeholder is not filled again', () => {
  const mail = fillMail(text, { ...values, username: '{link}', site: '{username}' });
  expect(mail.subject).toBe('Hello {link}');
  expect(mail.paragraphs).toEqual(['Dear {link},\nwelcome.']);
  expect(mail.closing).toEqual(['See you at {username}.']);
});

test('a value never adds a line, a paragraph or a button', () => {
  const mail = fillMail(text, {
    ...values,
    username: 'Ada\r\nBcc: a@b.test\n\n{link}\n\nEve\u2028x',
  });
  expect(mail.subject).toBe('Hello Ada Bcc: a@b.test {link} Eve x');
  expect(mail.paragraphs).toEqual(['Dear Ada Bcc: a@b.test {link} Eve x,\nwelcome.']);
  expect(mail.closing).toHaveLength(1);
});

test('special signs of a replacement and inherited names are plain text', () => {
  const mail = fillMail(
    { ...text, heading: '{constructor} {toString}' },
    { ...values, username: '$& $1' },
  );
  expect(mail.subject).toBe('Hello $& $1');
  expect(mail.heading).toBe('{constructor} {toString}');
});

test('a paragraph that is empty after filling is left out', () => {
  const mail = fillMail(
    { ...text, text: 'One\n\n{site}\n\nTwo\r\n\r\nThree' },
    { ...values, site: '' },
  );
  expect(mail).not.toHaveProperty('action');
  expect(mail.paragraphs).toEqual(['One', 'Two', 'Three']);
});

test('a text that keeps the rules has no problems', () => {
  expect(findTextProblems(text, placeholders)).toBeUndefined();
  expect(findTextProblems({ ...text, text: 'a { b } c\n {link} \nd' }, placeholders)).toEqual({
    text: 'This email has no placeholder { b }.',
  });
  expect(
    findTextProblems({ ...text, text: 'a { b\n  {link}\t\r\nd }' }, placeholders),
  ).toBeUndefined();
});

test.each([
  [{ subject: '{nobody}' }, { subject: 'This email has no placeholder {nobody}.' }],
  [{ heading: '{Username}' }, { heading: 'This email has no placeholder {Username}.' }],
  [{ subject: 'Go to {link}' }, { subject: '{link} can only be in the text.' }],
  [{ button: '{link}' }, { button: '{link} can only be in the text.' }],
  [{ button: null }, { button: 'Enter a label.' }],
  [{ text: 'Hello' }, { text: 'The text must contain {link}.' }],
  [{ text: '{link}\n{link}' }, { text: 'Use {link} only once.' }],
  [
    { text: 'Go to {link} now' },
    { text: 'Put {link} on a line of its own: the button appears there.' },
  ],
])('%j is refused', (change, problems) => {
  expect(findTextProblems({ ...text, ...change }, placeholders)).toEqual(problems);
});
