import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderScreen } from '#client/testing/render-page.tsx';
import { changeSite } from '#client/testing/test-site.ts';

import { LinkButton } from './link-button.tsx';

test('a button that leads to a page that is switched off is not shown', async () => {
  changeSite({ featuresOff: ['polls'] });
  await renderScreen(
    <>
      <LinkButton to="/polls">Polls</LinkButton>
      <LinkButton to="/polls/$id" params={{ id: '4' }}>
        One Poll
      </LinkButton>
      <LinkButton to="/events">Events</LinkButton>
    </>,
    { address: '/' },
  );
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Events']);
});
