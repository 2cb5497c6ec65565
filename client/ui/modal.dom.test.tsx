import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { Modal } from './modal.tsx';

function renderThree(onClose = vi.fn()) {
  const view = render(
    <>
      <button>Outside</button>
      <Modal onClose={onClose} aria-label="Test">
        <button>First</button>
        <input aria-label="Second" />
        <button>Third</button>
      </Modal>
    </>,
  );
  return { ...view, onClose };
}

const isFocused = (name: string) =>
  document.activeElement === (screen.queryByText(name) ?? screen.queryByLabelText(name));

test('Tab goes through the controls of a modal and from the last to the first', async () => {
  const { user } = renderThree();
  expect(isFocused('First')).toBe(true);
  await user.tab();
  expect(isFocused('Second')).toBe(true);
  await user.tab();
  expect(isFocused('Third')).toBe(true);
  await user.tab();
  expect(isFocused('First')).toBe(true);
});

test('Shift+Tab goes from the first control of a modal to the last', async () => {
  const { user } = renderThree();
  await user.tab({ shift: true });
  expect(isFocused('Third')).toBe(true);
  await user.tab({ shift: true });
  expect(isFocused('Second')).toBe(true);
  await user.tab({ shift: true });
  expect(isFocused('First')).toBe(true);
});
