import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { Menu } from './menu.tsx';
import type { MenuItemProps } from './menu.tsx';

function open() {
  const onSelect = vi.fn<(label: string) => void>();
  const item = (label: string) => ({ label, onSelect: () => onSelect(label) });
  const items = [item('Edit'), item('Duplicate'), false as const, item('Delete')];
  const view = render(<Menu icon="more" label="Options" items={items} />);
  const button = screen.getByLabelText('Options', { selector: 'button' });
  return { ...view, onSelect, button };
}

const focused = () => document.activeElement?.textContent;

test('the keys move through a menu and around its ends', async () => {
  const { user, button } = open();
  button.focus();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Edit');
  const expected = [
    ['{ArrowDown}', 'Duplicate'],
    ['{ArrowDown}', 'Delete'],
    ['{ArrowDown}', 'Edit'],
    ['{ArrowUp}', 'Delete'],
    ['{ArrowUp}', 'Duplicate'],
    ['{Home}', 'Edit'],
    ['{End}', 'Delete'],
    // The next one that begins with the letter, from the start again after the last.
    ['d', 'Duplicate'],
    ['D', 'Delete'],
    ['x', 'Delete'],
  ] as const;
  for (const [key, text] of expected) {
    await user.keyboard(key);
    expect(focused()).toBe(text);
  }
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(button);
});

test('the arrow up opens a menu at its end, and a chosen item runs once', async () => {
  const { user, button, onSelect } = open();
  button.focus();
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('Delete');
  await user.keyboard('{Enter}');
  expect(onSelect.mock.calls).toEqual([['Delete']]);
  await vi.waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
});

test('Tab closes a menu of actions, and stays in a menu of links', async () => {
  const { user, button, unmount } = open();
  button.focus();
  await user.keyboard('{ArrowDown}');
  await user.tab();
  await vi.waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
  unmount();
  const link = (label: string) => ({
    label,
    render: ({ children, ...props }: MenuItemProps) => (
      <a href={`/${label}`} {...props}>
        {children}
      </a>
    ),
  });
  const more = [link('Rules'), link('Guide')];
  const links = render(<Menu icon="more" label="More" purpose="navigation" items={more} />);
  const trigger = screen.getByLabelText('More', { selector: 'button' });
  trigger.focus();
  await links.user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Rules');
  // jsdom does not move the focus: the browser goes on from the link that still has it.
  fireEvent.keyDown(document.activeElement!, { key: 'Tab' });
  expect(focused()).toBe('Rules');
  await vi.waitFor(() => expect(trigger.getAttribute('aria-expanded')).toBe('true'));
});
