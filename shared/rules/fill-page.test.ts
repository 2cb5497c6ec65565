import { expect, test } from 'vitest';

import { fillHtml, fillPlaceholders } from './fill-page.ts';
import { fillAnswer } from './inbox.ts';

const values = {
  site: 'Wyn & "Hold"',
  contact: 'a@example.com',
  coin: '<b>Coin</b>',
  coins: '{site}',
  coinsShort: 'TC',
  store: 'Store',
};

test('placeholders are filled once, and unknown ones stay', () => {
  expect(fillPlaceholders('{site}: {coins} ({coinsShort}), {nobody} {store}', values)).toBe(
    'Wyn & "Hold": {site} (TC), {nobody} Store',
  );
});

test('in HTML the values are text', () => {
  expect(fillHtml('<p>{coin} of {site}</p>', values)).toBe(
    '<p>&lt;b&gt;Coin&lt;/b&gt; of Wyn &amp; &quot;Hold&quot;</p>',
  );
});

test('an answer names the player, the staff and the subject, and nothing else', () => {
  const filled = fillAnswer('{player}, {staff} on {subject}: {toString} {x} {}', {
    player: 'Oak {staff}',
    staff: 'Elder',
    subject: 'Ban',
  });
  expect(filled).toBe('Oak {staff}, Elder on Ban: {toString} {x} {}');
});
