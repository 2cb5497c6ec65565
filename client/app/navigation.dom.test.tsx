import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { useSession } from '#client/lib/session.ts';
import { render, renderScreen } from '#client/testing/render-page.tsx';
import { testAdmin, testPlayer } from '#client/testing/test-site.ts';
import type { SessionUser } from '#shared/accounts.ts';

import { NavLinks } from './header-links.tsx';
import { allScreens, useAllowed } from './navigation.ts';

const writer: SessionUser = { ...testPlayer, user_rights: 2, permissions: ['news'] };
const staff: SessionUser = { ...testPlayer, user_rights: 2 };

function Screens() {
  return (
    <p>
      Screens:{' '}
      {useAllowed(allScreens)
        .map(({ label }) => label)
        .join(', ')}
    </p>
  );
}

test.each([
  ['a player', testPlayer, ''],
  ['staff without a permission', staff, ''],
  ['staff who write the news', writer, 'Dashboard, News, New Post, News Categories'],
  ['an admin', testAdmin, allScreens.map(({ label }) => label).join(', ')],
])('the screens that are offered to %s', (_, as, labels) => {
  render(<Screens />, { as });
  expect(screen.getByText(/^Screens:/).textContent).toBe(`Screens: ${labels}`);
});

function Header() {
  return <NavLinks session={useSession()} community={null} />;
}

test.each<[string, 'visitor' | SessionUser, string[]]>([
  ['a visitor', 'visitor', ['Login']],
  ['a player', testPlayer, ['Profile', 'Logout']],
  ['staff without a permission', staff, ['Profile', 'Logout']],
  ['staff with a permission', writer, ['Profile', 'Admin', 'Logout']],
  ['an admin', testAdmin, ['Profile', 'Admin', 'Logout']],
])('the header of %s', async (_, as, expected) => {
  await renderScreen(<Header />, { address: '/news', as });
  const links = ['Profile', 'Admin', 'Login', 'Logout'].filter((text) => screen.queryByText(text));
  expect(links).toEqual(expected);
});
