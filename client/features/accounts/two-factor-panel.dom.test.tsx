import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import { testPlayer } from '#client/testing/test-site.ts';

import { CodeForm } from './code-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorPanel } from './two-factor-panel.tsx';

const off = { isEnabled: false, isRequired: false, recoveryCodesLeft: 0 };
const on = { isEnabled: true, isRequired: false, recoveryCodesLeft: 1 };
const secret = { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/x?secret=ABCDEFGHIJ' };

const read = 'GET /api/account/two-factor';
const start = 'POST /api/account/two-factor';
const finish = 'PUT /api/account/two-factor';
const end = 'DELETE /api/account/two-factor';

function open(answers: Answers) {
  return render(<TwoFactorPanel />, {
    as: 'player',
    answers: { 'GET /auth/verify': testPlayer, ...answers },
  });
}

test('two-factor is set up with the code of the app, and the recovery codes are shown once', async () => {
  const { user } = open({
    [read]: () => (requests(finish).length > 0 ? on : off),
    [start]: secret,
    [finish]: { recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] },
  });
  await screen.findByText('Off');
  await user.click(screen.getByText('Set Up Two-Factor'));
  await screen.findByText('ABCD EFGH IJ');
  await user.type(screen.getByLabelText('Authentication code'), ' 123456 {Enter}');
  await screen.findByText('ccccc-ddddd');
  expect(requests(finish)[0]?.body).toEqual({ code: '123456' });
  await screen.findByText('On');
  await user.click(screen.getByText('I Have Saved Them'));
  expect(screen.queryByText('ccccc-ddddd')).toBeNull();
  screen.getByText(/1 recovery code is left\./);
});

test('a wrong code is shown beside its field, and the set-up goes on', async () => {
  const { user } = open({
    [read]: off,
    [start]: secret,
    [finish]: refuse('accounts/two-factor-code-wrong', 'This code is wrong.'),
  });
  await user.click(await screen.findByText('Set Up Two-Factor'));
  const field = await screen.findByLabelText('Authentication code');
  await user.type(field, '12{Enter}');
  screen.getByText('Enter the 6 digits.');
  expect(requests(finish)).toEqual([]);
  await user.type(field, '3456{Enter}');
  await screen.findByText('This code is wrong.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.click(screen.getByText('Cancel'));
  screen.getByText('Set Up Two-Factor');
});

test('two-factor is turned off after a question', async () => {
  const { user } = open({
    [read]: () => (requests(end).length > 0 ? off : on),
    [end]: undefined,
  });
  await user.click(await screen.findByText('Turn Off'));
  await screen.findByText(/Your password alone will then be enough/);
  await user.click(screen.getByText('Cancel'));
  expect(requests(end)).toEqual([]);
  await user.click(screen.getByText('Turn Off'));
  await screen.findByRole('alertdialog');
  await user.click(screen.getAllByText('Turn Off').at(-1)!);
  await screen.findByText('Off');
});

test('required two-factor cannot be turned off', async () => {
  open({ [read]: { ...on, isRequired: true } });
  await screen.findByText('Two-factor sign-in is required for staff accounts.');
  expect(screen.queryByText('Turn Off')).toBeNull();
});

test('a sign-in also takes a recovery code', async () => {
  const onCode = vi.fn(() => Promise.resolve());
  const { user } = render(
    <CodeForm allowRecovery submitLabel="Continue" onCode={onCode} onCancel={() => {}} />,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Authentication code'));
  await user.click(screen.getByText('Use a Recovery Code'));
  const field = screen.getByLabelText('Recovery code');
  expect(document.activeElement).toBe(field);
  await user.click(screen.getByText('Continue'));
  screen.getByText('Enter a recovery code.');
  await user.type(field, 'k4m2x-9fq7p-w3h8d{Enter}');
  expect(onCode).toHaveBeenCalledExactlyOnceWith('k4m2x-9fq7p-w3h8d');
});

test('a set-up whose password question is closed goes on, and says nothing', async () => {
  const tooOld = refuse('accounts/reauthentication-required', 'Sign in again.');
  const { user } = open({ [read]: off, [start]: secret, [finish]: tooOld });
  await user.click(await screen.findByText('Set Up Two-Factor'));
  const field = await screen.findByLabelText('Authentication code');
  await user.type(field, '123456{Enter}');
  await expect.poll(() => requests(finish)).toHaveLength(1);
  const button = screen.getByText('Turn On').closest('button')!;
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  screen.getByText('ABCD EFGH IJ');
  expect(screen.queryByText('Sign in again.')).toBeNull();
  expect(screen.queryByText('I Have Saved Them')).toBeNull();
});

test('recovery codes can be saved as a file with the name and the address of the site', async () => {
  render(<RecoveryCodes codes={['aaaaa-bbbbb', 'ccccc-ddddd']} onDone={() => {}} />);
  const link = screen.getByText<HTMLAnchorElement>('Download .txt').closest('a')!;
  expect(link.download).toBe('testhold-recovery-codes.txt');
  expect(decodeURIComponent(link.href)).toBe(
    `data:text/plain;charset=utf-8,Testhold recovery codes\n${location.origin}\nEach code works once.\n\naaaaa-bbbbb\nccccc-ddddd\n`,
  );
});
