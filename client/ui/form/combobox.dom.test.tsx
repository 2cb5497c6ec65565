import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { useCombobox } from './combobox.ts';

const trees = ['Ash', 'Birch', 'Cedar'];

type Props = { firstActive: -1 | 0; choices?: string[]; onChoose: (choice: string) => void };

function Picker({ firstActive, choices = trees, onChoose }: Props) {
  const { fieldProps, listProps, optionProps } = useCombobox({ choices, firstActive, onChoose });
  return (
    <>
      <input aria-label="Tree" defaultValue="typed" {...fieldProps} />
      <ul {...listProps}>
        {choices.map((choice, at) => (
          <li key={choice} {...optionProps(at)}>
            {choice}
          </li>
        ))}
      </ul>
    </>
  );
}

function open(firstActive: -1 | 0, choices?: string[]) {
  const onChoose = vi.fn<(choice: string) => void>();
  const view = render(
    <Picker firstActive={firstActive} onChoose={onChoose} {...(choices && { choices })} />,
  );
  const field = screen.getByLabelText('Tree');
  field.focus();
  const active = () =>
    document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  return { ...view, onChoose, field, active };
}

test('ArrowDown goes through the choices and from the last to the first', async () => {
  const { user, active } = open(0);
  expect(active()).toBe('Ash');
  await user.keyboard('{ArrowDown}');
  expect(active()).toBe('Birch');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toBe('Ash');
});

test('ArrowUp reaches the first choice, and from there the last', async () => {
  const { user, active } = open(0);
  await user.keyboard('{ArrowDown}{ArrowUp}');
  expect(active()).toBe('Ash');
  await user.keyboard('{ArrowUp}');
  expect(active()).toBe('Cedar');
});

test('where typed text counts, the arrows also pass the text itself', async () => {
  const { user, active, onChoose } = open(-1);
  expect(active()).toBeUndefined();
  await user.keyboard('{Enter}');
  expect(onChoose).not.toHaveBeenCalled();
  await user.keyboard('{ArrowDown}');
  expect(active()).toBe('Ash');
  await user.keyboard('{ArrowUp}');
  expect(active()).toBeUndefined();
  await user.keyboard('{ArrowUp}');
  expect(active()).toBe('Cedar');
  await user.keyboard('{ArrowDown}');
  expect(active()).toBeUndefined();
});

test('Home and End move only where a choice is always active', async () => {
  const always = open(0);
  await always.user.keyboard('{End}');
  expect(always.active()).toBe('Cedar');
  await always.user.keyboard('{Home}');
  expect(always.active()).toBe('Ash');
  always.unmount();
  const typed = open(-1);
  await typed.user.keyboard('{End}');
  expect(typed.active()).toBeUndefined();
});

test('Enter and a click choose', async () => {
  const { user, onChoose } = open(0);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onChoose).toHaveBeenLastCalledWith('Birch', false);
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  expect(onChoose).toHaveBeenLastCalledWith('Birch', true);
  await user.click(screen.getByText('Cedar'));
  expect(onChoose).toHaveBeenLastCalledWith('Cedar', false);
  expect(onChoose).toHaveBeenCalledTimes(3);
});

test('a list without choices is closed and takes no key', async () => {
  const { user, field, active, onChoose } = open(0, []);
  expect(field.getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(active()).toBeUndefined();
  expect(onChoose).not.toHaveBeenCalled();
});
