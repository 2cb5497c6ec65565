import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
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

test('switching off asks first, and says what disappears', async () => {
  const { user } = renderSwitches();
  screen.getByText('On This Site');
  await user.click(await findSwitch());
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/^Switch off Polls\? Without it there are no polls\. Nothing is deleted/);
  await user.click(dialog.getByText('Cancel'));
  expect(requests(route)).toEqual([]);
  expect((await findSwitch()).getAttribute('aria-checked')).toBe('true');

  await user.click(await findSwitch());
  await user.click(await screen.findByText('Switch Off'));
  await screen.findByText('Polls: off.');
  expect(requests(route)).toMatchObject([{ params: { name: 'polls' }, body: { isOn: false } }]);
  expect((await findSwitch()).getAttribute('aria-checked')).toBe('false');
});

test('switching on does not ask', async () => {
  const { user } = renderSwitches();
  await user.click(await findSwitch());
  await user.click(await screen.findByText('Switch Off'));
  await screen.findByText('Polls: off.');
  await user.click(await findSwitch());
  await screen.findByText('Polls: on.');
  expect(requests(route)[1]?.body).toEqual({ isOn: true });
});
