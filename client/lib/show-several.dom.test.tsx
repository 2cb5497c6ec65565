import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { showSeveral } from './show-several.ts';

const words = { done: 'refunded', nameOf: (id: string) => `Lamp ${id}` };

test('several that were all done are counted in a toast', async () => {
  render(<p>Page</p>);
  const results = Array.from({ length: 1000 }, (_, at) => ({ id: `${at}`, error: null }));
  showSeveral({ results }, words);
  await screen.findByText('1,000 refunded.');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('each that was refused is named with its reason', async () => {
  render(<p>Page</p>);
  const results = [
    { id: '1', error: 'It was delivered.' },
    { id: '2', error: null },
    { id: '3', error: 'It is being delivered.' },
  ];
  showSeveral({ results }, words);
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain(
    '1 refunded, 2 could not be:\nLamp 1: It was delivered.\nLamp 3: It is being delivered.',
  );
});
