import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { Tooltip } from './tooltip.tsx';

test('a tip shows on hover, focus and tap, and hides on leaving, blur and Escape', async () => {
  const { user } = render(
    <Tooltip text="Bold">{(trigger) => <button {...trigger}>B</button>}</Tooltip>,
  );
  const button = screen.getByText('B');
  const tip = screen.getByText('Bold');
  expect(button.getAttribute('aria-describedby')).toBe(tip.id);
  const isOpen = () => tip.matches(':popover-open');
  expect(isOpen()).toBe(false);
  await user.hover(button);
  expect(isOpen()).toBe(true);
  fireEvent.pointerLeave(button.parentElement!, { pointerType: 'mouse' });
  expect(isOpen()).toBe(false);
  await user.tab();
  expect(isOpen()).toBe(true);
  await user.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  fireEvent.click(button);
  expect(isOpen()).toBe(true);
  // A finger that is lifted leaves too.
  fireEvent.pointerLeave(button.parentElement!, { pointerType: 'touch' });
  expect(isOpen()).toBe(true);
  await user.tab();
  expect(isOpen()).toBe(false);
});
