import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { Checkbox, RadioCards } from './choice.tsx';
import { SelectField } from './select-field.tsx';
import { PasswordField, TextField } from './text-field.tsx';
import { TextareaField } from './textarea-field.tsx';

/** The texts that a screen reader reads out with a control. */
const notesOf = (control: Element) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);

test('a field is read out with its error and its hint, and a rule that is both only once', () => {
  const { rerender } = render(<TextField label="Name" hint="At most 12." error="Too long." />);
  const field = screen.getByLabelText('Name');
  expect(notesOf(field)).toEqual(['Too long.', 'At most 12.']);
  expect(field.ariaInvalid).toBe('true');
  rerender(<TextField label="Name" hint="At most 12." error="At most 12." />);
  expect(notesOf(field)).toEqual(['At most 12.']);
  expect(screen.getAllByText('At most 12.')).toHaveLength(1);
  rerender(<TextField label="Name" hint="At most 12." />);
  expect(notesOf(field)).toEqual(['At most 12.']);
  expect(field.ariaInvalid).toBeNull();
  rerender(<TextField label="Name" />);
  expect(field.hasAttribute('aria-describedby')).toBe(false);
});

test('a checkbox is read out with its error and its hint', () => {
  render(<Checkbox label="On" hint="For all." error="Choose one." />);
  const box = screen.getByLabelText('On');
  expect(notesOf(box)).toEqual(['Choose one.', 'For all.']);
  expect(box.ariaInvalid).toBe('true');
});

test('a text with a limit counts its letters, and announces the last tenth of them', () => {
  const onChange = vi.fn();
  render(<TextareaField label="Text" maxLength={200} defaultValue="abc" onChange={onChange} />);
  const type = (length: number) =>
    fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'x'.repeat(length) } });
  const counter = () => screen.getByText(/ \/ 200$/);
  expect([counter().textContent, counter().ariaLive]).toEqual(['3 / 200', 'off']);
  type(179);
  expect([counter().textContent, counter().ariaLive]).toEqual(['179 / 200', 'off']);
  type(180);
  expect([counter().textContent, counter().ariaLive]).toEqual(['180 / 200', 'polite']);
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('the counter follows a text that its screen changes, and a short limit announces ten letters', () => {
  const { rerender } = render(<TextareaField label="Text" maxLength={40} value="abc" readOnly />);
  expect(screen.getByText('3 / 40').ariaLive).toBe('off');
  rerender(<TextareaField label="Text" maxLength={40} value={'x'.repeat(30)} readOnly />);
  expect(screen.getByText('30 / 40').ariaLive).toBe('polite');
  rerender(<TextareaField label="Text" value="abc" readOnly />);
  expect(screen.queryByText(/\/ 40$/)).toBeNull();
});

test('the characters of a password are shown and hidden', async () => {
  const { user, rerender } = render(<PasswordField label="Secret" />);
  const field = screen.getByLabelText<HTMLInputElement>('Secret');
  expect(field.type).toBe('password');
  await user.click(screen.getByLabelText('Show characters'));
  expect(field.type).toBe('text');
  await user.click(screen.getByLabelText('Hide characters'));
  expect(field.type).toBe('password');
  rerender(<PasswordField label="Secret" disabled />);
  expect(screen.getByLabelText<HTMLButtonElement>('Show characters').disabled).toBe(true);
});

test('a select has its empty choice first, and options with or without a value of their own', () => {
  const options = ['Oak', { value: '7', label: 'Yew' }];
  render(<SelectField label="Tree" placeholder="Any" options={options} defaultValue="7" />);
  const select = screen.getByLabelText<HTMLSelectElement>('Tree');
  expect([...select.options].map(({ value, text }) => [value, text])).toEqual([
    ['', 'Any'],
    ['Oak', 'Oak'],
    ['7', 'Yew'],
  ]);
  expect(select.value).toBe('7');
});

test('of cards one is chosen, and a disabled one cannot be', async () => {
  const onChange = vi.fn<(value: string) => void>();
  const options = [
    { value: 'a', label: 'Ash' },
    { value: 'b', label: 'Birch', disabled: true },
    { value: 'c', label: 'Cedar', description: 'Smells good' },
  ];
  const { user } = render(
    <RadioCards legend="Tree" name="tree" options={options} value="a" onChange={onChange} />,
  );
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  expect(radios.map(({ checked, disabled }) => [checked, disabled])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
  for (const radio of radios) await user.click(radio);
  expect(onChange.mock.calls).toEqual([['c']]);
});
