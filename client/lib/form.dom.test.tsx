import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { render } from '#client/testing/render-page.tsx';
import { Form, FormDialog } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { AppError } from '#shared/errors.ts';

import { checkValues, useForm } from './form.ts';
import type { FormFields } from './form.ts';

const Person = z.object({
  first: z.string().check(z.minLength(1, 'Enter a first name.')),
  last: z.string().check(z.minLength(1, 'Enter a last name.')),
});
type Person = z.infer<typeof Person>;

type Props = {
  send: (data: Person) => Promise<unknown>;
  onDone?: () => void;
  onlyField?: string;
  inDialog?: boolean;
};

function PersonForm({ send, onDone, onlyField, inDialog }: Props) {
  const form = useForm({
    check: (fields) => checkValues(Person, fields),
    send,
    ...(onDone && { onDone }),
    ...(onlyField && { onlyField }),
  });
  const fields = (
    <>
      <TextField {...form.field('first')} label="First" />
      <TextField {...form.field('last')} label="Last" />
    </>
  );
  if (!inDialog) {
    return (
      <Form form={form} submitLabel="Send">
        {fields}
      </Form>
    );
  }
  return (
    <FormDialog form={form} title="Person" submitLabel="Send" onClose={() => {}}>
      {fields}
    </FormDialog>
  );
}

function holdSend() {
  let settle: { resolve: (value: unknown) => void; reject: (error: Error) => void };
  const promise = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  const send = vi.fn<(data: Person) => Promise<unknown>>(() => promise);
  return {
    send,
    resolve: () => settle.resolve('done'),
    reject: (error: Error) => settle.reject(error),
  };
}

test.each([false, true])(
  'two Enters while the answer is awaited send a form once (in a dialog: %s)',
  async (inDialog) => {
    const { send, resolve } = holdSend();
    const onDone = vi.fn();
    const { user } = render(<PersonForm send={send} onDone={onDone} inDialog={inDialog} />);
    await user.type(screen.getByLabelText('First'), 'Ada');
    await user.fill(screen.getByLabelText('Last'), 'Byron');
    const form = screen.getByLabelText<HTMLInputElement>('Last').form!;
    // Enter does this in a browser. user-event knows no submit button outside of its form.
    fireEvent.submit(form);
    const button = await screen.findByText('Send', { selector: '[aria-disabled=true]' });
    fireEvent.submit(form);
    await user.click(button);
    expect(send).toHaveBeenCalledOnce();
    expect(send.mock.calls[0]?.[0]).toEqual({ first: 'Ada', last: 'Byron' });
    expect(onDone).not.toHaveBeenCalled();
    resolve();
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  },
);

test('errors of the check are shown beside their fields, and the first field is focused', async () => {
  const { send } = holdSend();
  const { user } = render(<PersonForm send={send} />);
  await user.click(screen.getByText('Send'));
  const [first, last] = [screen.getByLabelText('First'), screen.getByLabelText('Last')];
  expect(document.activeElement).toBe(first);
  expect(describe(first)).toBe('Enter a first name.');
  expect(describe(last)).toBe('Enter a last name.');
  expect(send).not.toHaveBeenCalled();
  await user.type(first, 'A');
  expect(first.getAttribute('aria-invalid')).toBeNull();
  expect(describe(last)).toBe('Enter a last name.');
});

test('an error that the server names a field for is shown beside it', async () => {
  const { send, reject } = holdSend();
  const { user } = render(<PersonForm send={send} />);
  await fill(user);
  reject(new AppError('request/invalid', 'No.', { fields: { last: 'Too long.' } }));
  await screen.findByText('Too long.');
  expect(describe(screen.getByLabelText('Last'))).toBe('Too long.');
  expect(document.activeElement).toBe(screen.getByLabelText('Last'));
  expect(screen.queryByText('No.')).toBeNull();
});

test('an error about no field of the form is its problem, and the next attempt removes it', async () => {
  const send = vi
    .fn<(data: Person) => Promise<unknown>>()
    .mockRejectedValueOnce(
      new AppError('request/invalid', 'The site is full.', { fields: { other: 'x' } }),
    )
    .mockReturnValueOnce(new Promise(() => {}));
  const { user } = render(<PersonForm send={send} />);
  await fill(user);
  await screen.findByText('The site is full.');
  await user.click(screen.getByText('Send'));
  expect(screen.queryByText('The site is full.')).toBeNull();
  expect(send).toHaveBeenCalledTimes(2);
});

test('the only field of a form shows every failure', async () => {
  const { send, reject } = holdSend();
  const { user } = render(<PersonForm send={send} onlyField="first" />);
  await fill(user);
  reject(new Error('No connection.'));
  await screen.findByText('No connection.');
  expect(describe(screen.getByLabelText('First'))).toBe('No connection.');
});

async function fill(user: ReturnType<typeof render>['user']): Promise<void> {
  await user.type(screen.getByLabelText('First'), 'Ada');
  await user.type(screen.getByLabelText('Last'), 'Byron{Enter}');
}

/** The text of a field's error. */
function describe(field: HTMLElement): string | null | undefined {
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

test('a second submit button is among the fields by its name, only when it is used', async () => {
  const check = vi.fn((data: FormFields) => ({ data }));
  function TwoButtons() {
    const form = useForm({ check, send: () => Promise.resolve() });
    return (
      <Form
        form={form}
        submitLabel="Send"
        buttons={
          <button type="submit" name="close" value="on">
            Send and Close
          </button>
        }
      />
    );
  }
  const { user } = render(<TwoButtons />);
  await user.click(screen.getByText('Send'));
  await user.click(screen.getByText('Send and Close'));
  expect(check.mock.calls).toEqual([[{}], [{ close: 'on' }]]);
});
