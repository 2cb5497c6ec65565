import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { call } from '#client/lib/api.ts';
import { awaitFreshSignIn } from '#client/lib/fresh-sign-in.ts';
import { answer, inTurn, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import { testPlayer } from '#client/testing/test-site.ts';

import { FreshSignIn } from './fresh-sign-in.tsx';
import * as identity from './identity.ts';

const change = 'DELETE /api/account/two-factor';
const confirm = 'POST /auth/reauthenticate';
const tooOld = refuse('accounts/reauthentication-required', 'Sign in again.');

/** The server accepts the change after a confirmation. */
function protect(confirmed?: Answers[typeof confirm]): Answers {
  return {
    [change]: () => (requests(confirm).length > 0 ? undefined : tooOld),
    [confirm]: confirmed,
  };
}

function open(answers: Answers, signIn = vi.fn(() => Promise.resolve('token'))) {
  vi.spyOn(identity, 'loadIdentity').mockResolvedValue({ signIn } as never);
  return { ...render(<FreshSignIn />, { as: 'player', answers }), signIn };
}

const password = () => screen.findByLabelText('Current password');

test('a change that needs a recent sign-in asks for the password and is sent again', async () => {
  const { user, signIn } = open(protect());
  const done = call(change, {});
  await user.type(await password(), 'secret{Enter}');
  await done;
  expect(signIn).toHaveBeenCalledExactlyOnceWith('marrow@example.com', 'secret');
  expect(requests(confirm)[0]?.body).toEqual({ idToken: 'token' });
  expect(requests(change)).toHaveLength(2);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('two changes at the same time share one dialog', async () => {
  const { user } = open(protect());
  const both = Promise.all([call(change, {}), call(change, {})]);
  await user.type(await password(), 'secret{Enter}');
  await both;
  expect(requests(confirm)).toHaveLength(1);
  expect(requests(change)).toHaveLength(4);
});

test('a change whose dialog is closed fails with the text of the server', async () => {
  const { user } = open(protect());
  const failed = call(change, {}).catch((error: unknown) => error);
  await password();
  await user.keyboard('{Escape}');
  expect(await failed).toMatchObject({ message: 'Sign in again.' });
  expect(requests(change)).toHaveLength(1);
  const second = call(change, {}).catch(() => 'refused');
  await password();
  await user.click(screen.getByLabelText('Close'));
  expect(await second).toBe('refused');
});

test('a wrong password is shown beside the field', async () => {
  const wrong = Object.assign(new Error('x'), { code: 'auth/wrong-password' });
  const signIn = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(wrong)
    .mockResolvedValueOnce('token');
  const { user } = open(protect(), signIn);
  const done = call(change, {});
  await user.type(await password(), 'wrong{Enter}');
  await screen.findByText('Incorrect password. Please try again.');
  expect((await password()).getAttribute('aria-invalid')).toBe('true');
  await user.type(await password(), '!{Enter}');
  await done;
});

test('an account with two-factor is also asked for its code', async () => {
  const { user } = open(protect(refuse('accounts/two-factor-required', 'Enter your code.')));
  const done = call(change, {});
  answer({ [change]: tooOld });
  await user.type(await password(), 'secret{Enter}');
  const code = await screen.findByLabelText('Authentication code');
  expect(document.activeElement).toBe(code);
  expect(screen.queryByText('Enter your code.')).toBeNull();
  await user.type(code, '12{Enter}');
  screen.getByText('Enter your authentication code.');
  answer({ [confirm]: refuse('accounts/two-factor-code-wrong', 'This code is wrong.') });
  await user.type(code, '3456{Enter}');
  await screen.findByText('This code is wrong.');
  expect(code.getAttribute('aria-invalid')).toBe('true');
  answer({ [confirm]: undefined, [change]: undefined });
  await user.type(code, '{Enter}');
  await done;
  expect(requests(confirm).at(-1)?.body).toEqual({ idToken: 'token', code: '123456' });
});

test('a change after the session has ended logs in again and is sent once more', async () => {
  const ended = refuse('access/login-required', 'Please log in first.');
  const { user } = open({
    [change]: inTurn(ended, ended, undefined),
    'POST /auth/web-login': { username: 'Marrow' },
    'GET /auth/verify': testPlayer,
  });
  const failed = call(change, {}).catch((error: unknown) => error);
  await screen.findByText('Your Session Has Ended');
  await user.keyboard('{Escape}');
  expect(await failed).toMatchObject({ message: 'Please log in first.' });
  const done = call(change, {});
  await user.type(await password(), 'secret{Enter}');
  await done;
  expect(requests('POST /auth/web-login')[0]?.body).toEqual({ idToken: 'token' });
  expect(requests(confirm)).toEqual([]);
});

test('a read after the session has ended asks for nothing', async () => {
  open({ 'GET /api/account/two-factor': refuse('access/login-required', 'Please log in first.') });
  await expect(call('GET /api/account/two-factor', {})).rejects.toThrow('Please log in first.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an account with two-factor whose session has ended logs in with its code', async () => {
  const login = 'POST /auth/web-login';
  const ended = refuse('access/login-required', 'Please log in first.');
  const { user } = open({
    [change]: inTurn(ended, undefined),
    [login]: inTurn(refuse('accounts/two-factor-required', 'Enter your code.'), {
      username: 'Marrow',
    }),
    'GET /auth/verify': testPlayer,
  });
  const done = call(change, {});
  await user.type(await password(), 'secret{Enter}');
  await user.type(await screen.findByLabelText('Authentication code'), '123456{Enter}');
  await done;
  expect(requests(login).map(({ body }) => body)).toEqual([
    { idToken: 'token' },
    { idToken: 'token', code: '123456' },
  ]);
});

test('a password that is wrong beside a code is shown at the password', async () => {
  const wrong = Object.assign(new Error('x'), { code: 'auth/wrong-password' });
  const signIn = vi
    .fn<() => Promise<string>>()
    .mockResolvedValueOnce('token')
    .mockRejectedValueOnce(wrong);
  const { user } = open(
    protect(refuse('accounts/two-factor-required', 'Enter your code.')),
    signIn,
  );
  void call(change, {}).catch(() => {});
  await user.type(await password(), 'secret{Enter}');
  await user.type(await screen.findByLabelText('Authentication code'), '123456{Enter}');
  await screen.findByText('Incorrect password. Please try again.');
  expect((await password()).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Authentication code').getAttribute('aria-invalid')).toBeNull();
  await user.keyboard('{Escape}');
});

test('a change that is sent before the dialog is loaded waits for it', async () => {
  const endWaiting = awaitFreshSignIn();
  answer(protect());
  const done = call(change, {});
  await vi.waitFor(() => expect(requests(change)).toHaveLength(1));
  endWaiting();
  const { user } = open(protect());
  await user.type(await password(), 'secret{Enter}');
  await done;
  expect(requests(change)).toHaveLength(2);
});

test('a change fails with the text of the server if the dialog is never loaded', async () => {
  const endWaiting = awaitFreshSignIn();
  answer(protect());
  const failed = call(change, {}).catch((error: unknown) => error);
  await vi.waitFor(() => expect(requests(change)).toHaveLength(1));
  endWaiting();
  expect(await failed).toMatchObject({ message: 'Sign in again.' });
});
