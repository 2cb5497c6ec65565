import { expect, test } from 'vitest';

import { renderMailHtml, renderMailText } from './mail-template.ts';

const site = {
  siteName: 'The <Keep>',
  footer: 'Made by fans & friends.',
  siteUrl: 'https://play.example',
  contactEmail: 'help@play.example',
};
const mail = {
  to: 'ada@example.test',
  subject: 'A <b>new</b> key',
  heading: 'Hello',
  paragraphs: ['One <i>thing</i>.', 'Two\nlines.'],
};

test('the text of an email ends with the site, and has the link only if there is one', () => {
  expect(renderMailText(mail, site)).toBe(
    'Hello\n\nOne <i>thing</i>.\n\nTwo\nlines.\n\n-- \nThe <Keep> | https://play.example\n' +
      'Made by fans & friends.\nQuestions? Write to help@play.example.\n',
  );
  const action = { label: 'Open', url: 'https://play.example/x' };
  expect(renderMailText({ ...mail, paragraphs: [], action, closing: ['Bye.'] }, site)).toMatch(
    /^Hello\n\nOpen:\nhttps:\/\/play\.example\/x\n\nBye\.\n\n-- \n/,
  );
});

test('every text in the HTML of an email is escaped', () => {
  const action = { label: 'Open <it>', url: 'https://play.example/?a=1&b="2"' };
  const html = renderMailHtml({ ...mail, action, closing: ['<Bye>'] }, site);
  expect(html).toContain('<title>A &lt;b&gt;new&lt;/b&gt; key</title>');
  expect(html).toContain('One &lt;i&gt;thing&lt;/i&gt;.</p>');
  expect(html).toContain('Two<br>\nlines.</p>');
  expect(html).toContain('>The &lt;Keep&gt;</a>');
  expect(html).toContain('Made by fans &amp; friends.');
  expect(html.match(/href="https:\/\/play\.example\/\?a=1&amp;b=&quot;2&quot;"/g)).toHaveLength(2);
  expect(html).toContain('Open &lt;it&gt;</a>');
  expect(html).toContain('&lt;Bye&gt;');
  expect(html).toContain('href="mailto:help@play.example"');
});

test('an inbox shows the first paragraph beside the subject, and an email may have none', () => {
  const preview = (paragraphs: string[]) =>
    /<div style="display:none;[^>]*>([^&]*) /.exec(
      renderMailHtml({ ...mail, paragraphs }, site),
    )?.[1];
  expect(preview(['First.', 'Second.'])).toBe('First.');
  expect(preview([])).toBe('');
});

test('the owner’s logo and colours are in the HTML', () => {
  const plain = renderMailHtml(mail, site);
  expect(plain).not.toContain('<img');
  expect(plain).toContain('#14110f');
  const shift = (hex: string) => (hex === '#14110f' ? '#001122' : '#334455');
  const own = renderMailHtml(mail, { ...site, logo: '/icons/a-96.png', shift });
  expect(own).toContain('<img src="https://play.example/icons/a-96.png" alt="" width="48"');
  const colours = new Set(own.match(/#[\da-f]{6}\b/g));
  expect([...colours].toSorted()).toEqual(['#001122', '#334455']);
});
