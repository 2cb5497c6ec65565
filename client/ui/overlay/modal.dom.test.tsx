import { fireEvent, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { Modal } from './modal.tsx';

function renderThree(props: { closeOnBackdrop?: boolean } = {}) {
  const onClose = vi.fn();
  const view = render(
    <>
      <button>Outside</button>
      <Modal onClose={onClose} aria-label="Test" {...props}>
        <button>First</button>
        <input aria-label="Second" />
        <button>Third</button>
      </Modal>
    </>,
  );
  return { ...view, onClose };
}

function focused(): string | null | undefined {
  const element = document.activeElement;
  return element?.getAttribute('aria-label') ?? element?.textContent;
}

test('Tab goes through the controls of a modal, and from the last to the first', async () => {
  const { user } = renderThree();
  expect(focused()).toBe('First');
  await user.tab();
  expect(focused()).toBe('Second');
  await user.tab();
  expect(focused()).toBe('Third');
  await user.tab();
  expect(focused()).toBe('First');
});

test('Shift+Tab goes from the first control of a modal to the last', async () => {
  const { user } = renderThree();
  await user.tab({ shift: true });
  expect(focused()).toBe('Third');
  await user.tab({ shift: true });
  expect(focused()).toBe('Second');
  await user.tab({ shift: true });
  expect(focused()).toBe('First');
});

test('Tab skips a disabled control at the edge of a modal', async () => {
  const { user } = render(
    <Modal onClose={() => {}} aria-label="Test">
      <button>First</button>
      <button>Last</button>
      <button disabled>Disabled</button>
    </Modal>,
  );
  await user.tab({ shift: true });
  expect(focused()).toBe('Last');
  await user.tab();
  expect(focused()).toBe('First');
});

test('Escape and a click on the backdrop close a modal, a click inside does not', async () => {
  const { user, onClose } = renderThree();
  await user.click(screen.getByLabelText('Second'));
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  // jsdom has no layout: the dialog is a point at 0, 0.
  fireEvent.click(screen.getByRole('dialog'), { clientX: 5, clientY: 5 });
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('a click on the backdrop of a modal with a long form does not close it', () => {
  const { onClose } = renderThree({ closeOnBackdrop: false });
  fireEvent.click(screen.getByRole('dialog'), { clientX: 5, clientY: 5 });
  expect(onClose).not.toHaveBeenCalled();
});

function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  const wanted = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Open</button>
      {isOpen && (
        <Modal aria-label="Test" initialFocus={wanted} onClose={() => setIsOpen(false)}>
          <button>First</button>
          <button ref={wanted}>Wanted</button>
        </Modal>
      )}
    </>
  );
}

test('a modal focuses the control it is told to, and returns the focus when it closes', async () => {
  const { user } = render(<Opener />);
  await user.click(screen.getByText('Open'));
  expect(focused()).toBe('Wanted');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(focused()).toBe('Open');
});
