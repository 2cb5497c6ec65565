import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { ListKeys } from './list-keys.tsx';

const onOpen = vi.fn<(what: string) => void>();

function Screen() {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  return (
    <main>
      <input aria-label="Search" />
      <table>
        <tbody>
          {['Ash', 'Bow'].map((name) => (
            <tr key={name} aria-label={name}>
              <td>
                <input type="checkbox" aria-label={`Select ${name}`} data-select />
                <a
                  href={`#${name}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onOpen(name);
                  }}
                >
                  {name}
                </a>
                <button aria-label={`Edit ${name}`} onClick={() => onOpen(`edit ${name}`)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ListKeys isHelpOpen={isHelpOpen} onHelp={setIsHelpOpen} />
    </main>
  );
}

beforeEach(() => {
  onOpen.mockReset();
  localStorage.clear();
});

const focused = () => document.activeElement?.getAttribute('aria-label');

test('J and K move between the rows; Enter opens, E edits and X selects', async () => {
  const { user } = render(<Screen />);
  await user.keyboard('{Enter}ex');
  expect(onOpen).not.toHaveBeenCalled();
  await user.keyboard('j');
  expect(focused()).toBe('Ash');
  await user.keyboard('jj');
  expect(focused()).toBe('Bow');
  await user.keyboard('{Enter}e');
  expect(onOpen.mock.calls).toEqual([['Bow'], ['edit Bow']]);
  await user.keyboard('kx');
  expect(focused()).toBe('Ash');
  expect(screen.getByLabelText<HTMLInputElement>('Select Ash').checked).toBe(true);
  await user.keyboard('x');
  expect(screen.getByLabelText<HTMLInputElement>('Select Ash').checked).toBe(false);
});

test('Enter on a link of the row is the link’s own', async () => {
  const { user } = render(<Screen />);
  screen.getByLabelText('Edit Bow').focus();
  await user.keyboard('{Enter}');
  expect(onOpen.mock.calls).toEqual([['edit Bow']]);
});

test('the keys do nothing in a field and with Ctrl', async () => {
  const { user } = render(<Screen />);
  await user.fill(screen.getByLabelText('Search'), 'jack?');
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('jack?');
  expect(focused()).toBe('Search');
  screen.getByLabelText('Search').blur();
  await user.keyboard('{Control>}j{/Control}');
  expect(focused()).not.toBe('Ash');
});

test('the help opens with ? and can switch the keys off, also for the next visit', async () => {
  const { user, unmount } = render(<Screen />);
  await user.keyboard('?');
  await screen.findByText('Next row');
  await user.keyboard('j');
  expect(focused()).not.toBe('Ash');
  await user.click(screen.getByRole('switch', { name: 'Use these keys' }));
  await user.click(screen.getByLabelText('Close'));
  await user.keyboard('j');
  expect(focused()).not.toBe('Ash');
  unmount();
  const again = render(<Screen />);
  await again.user.keyboard('j?');
  expect(focused()).not.toBe('Ash');
  await again.user.click(screen.getByRole('switch', { name: 'Use these keys' }));
  await again.user.click(screen.getByLabelText('Close'));
  await again.user.keyboard('j');
  expect(focused()).toBe('Ash');
});
