import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import { makeTestSite } from '#client/testing/test-site.ts';

import { FeaturesPanel } from './features-panel.tsx';

const route = 'PUT /api/admin/features/{name}';

function renderSwitches() {
  let isOn = true;
  return render(<FeaturesPanel />, {
    as: 'admin',
    answers: {
      'GET /api/site': makeTestSite(),
      'GET /api/admin/features': () => [
        { name: 'polls', label: 'Polls', whenOff: 'Without it there are no polls.', isOn },
        { name: 'shop', label: 'Shop', whenOff: 'Without it there is no store.', isOn: true },
      ],
      [route]: ({ body }) => {
        isOn = (body as { isOn: boolean }).isOn;
      },
    },
  });
}

const findSwitch = () => screen.findByRole('switch', { name: 'Polls' });

test('a feature is switched off at once, and Undo brings it back', async () => {
  const { user } = renderSwitches();
  screen.getByText('On This Site');
  await screen.findByText('Without it there are no polls.');
  await user.click(await findSwitch());
  await screen.findByText('Polls: off.');
  expect(requests(route)).toMatchObject([{ params: { name: 'polls' }, body: { isOn: false } }]);
  expect((await findSwitch()).getAttribute('aria-checked')).toBe('false');
  await user.click(screen.getByText('Undo'));
  await screen.findByText('Undone.');
  expect(requests(route)[1]).toMatchObject({ params: { name: 'polls' }, body: { isOn: true } });
  expect((await findSwitch()).getAttribute('aria-checked')).toBe('true');
});

test('a feature that is off is switched on, and one that could not be switched stays', async () => {
  const read = 'GET /api/admin/features';
  const shop = { name: 'shop' as const, label: 'Shop', whenOff: 'No store.', isOn: false };
  const { user } = render(<FeaturesPanel />, {
    as: 'admin',
    answers: {
      'GET /api/site': makeTestSite(),
      [read]: () => [{ ...shop, isOn: requests(route).length > 0 }],
      [route]: undefined,
    },
  });
  const toggle = await screen.findByRole('switch', { name: 'Shop' });
  expect(toggle.getAttribute('aria-checked')).toBe('false');
  await user.click(toggle);
  await screen.findByText('Shop: on.');
  expect(requests(route)[0]?.body).toEqual({ isOn: true });
  await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true');
  answer({ [route]: refuse('request/rate-limited', 'Too many requests.') });
  await user.click(toggle);
  await screen.findByText('Too many requests.');
  await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true');
});
