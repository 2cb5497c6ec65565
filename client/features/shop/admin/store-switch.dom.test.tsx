import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import type { SiteSettings } from '#shared/endpoints/site-settings.ts';

import { StoreSwitch } from './store-switch.tsx';

test('the store closes at once, and opens again with Undo', async () => {
  let shopOpen = true;
  const settings = () => ({ shopOpen }) as SiteSettings;
  const { user } = render(<StoreSwitch />, {
    as: 'admin',
    answers: {
      'GET /api/admin/settings': settings,
      'PATCH /api/admin/settings': ({ body }) => {
        ({ shopOpen } = body as SiteSettings);
        return settings();
      },
    },
  });
  const toggle = await screen.findByRole('switch');
  await user.click(toggle);
  await screen.findByText('The store is closed.');
  await user.click(await screen.findByText('Undo'));
  await screen.findByText('Undone.');
  expect(toggle.getAttribute('aria-checked')).toBe('true');
  expect(requests('PATCH /api/admin/settings').map(({ body }) => body)).toEqual([
    { shopOpen: false },
    { shopOpen: true },
  ]);
});
