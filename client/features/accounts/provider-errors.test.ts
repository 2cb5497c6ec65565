import { describe, expect, test } from 'vitest';

import { AppError } from '#shared/errors.ts';

import {
  explainEmailConfirm,
  explainResetConfirm,
  explainResetRequest,
  explainSignIn,
  isInvalidCode,
} from './provider-errors.ts';

describe('a refused confirmation of an address', () => {
  test.each(['auth/invalid-action-code', 'auth/expired-action-code'])(
    '%s means that the link cannot be used',
    (code) => expect(isInvalidCode(providerError(code))).toBe(true),
  );

  test('for another reason has a text', () => {
    const error = providerError('auth/network-request-failed');
    expect(isInvalidCode(error)).toBe(false);
    expect(explainEmailConfirm(error)).toBe(
      'The sign-in service cannot be reached. Check your connection and try again.',
    );
    expect(explainEmailConfirm(undefined)).toBe('The address could not be confirmed.');
  });
});

describe('a refused sign-in', () => {
  test.each([
    ['auth/user-not-found', 'No account found with that email.'],
    ['auth/wrong-password', 'Incorrect password. Please try again.'],
    ['auth/too-many-requests', 'Too many failed attempts. Please try again later.'],
    ['auth/invalid-credential', 'Login failed. Please check your email and password.'],
    ['auth/user-disabled', 'Login failed. Please check your email and password.'],
    ['auth/network-request-failed', 'Login failed. Please check your email and password.'],
  ])('%s reads as the spec says', (code, text) => {
    expect(explainSignIn(providerError(code))).toBe(text);
  });

  test('by web-login shows the server’s text', () => {
    const refusal = new AppError('accounts/unknown-account', 'This account has no player.');
    expect(explainSignIn(refusal)).toBe('This account has no player.');
  });

  test('by a busy server says what to do', () => {
    const error = providerError('auth/server-busy', 'Please wait a few seconds and try again.');
    expect(explainSignIn(error)).toBe('Please wait a few seconds and try again.');
  });

  test.each([undefined, 'text', new TypeError('Failed to fetch dynamically imported module')])(
    'for an unexpected reason (%s) still has a text',
    (error) => {
      expect(explainSignIn(error)).toBe('Login failed. Please check your email and password.');
    },
  );
});

describe('a refused reset email', () => {
  test('begins with "Error: " and says why', () => {
    const error = providerError('auth/user-not-found');
    expect(explainResetRequest(error)).toBe('Error: No account found with that email.');
  });

  test('shows the provider’s message without its wrapping', () => {
    const error = providerError('auth/quota-exceeded', 'Come back tomorrow');
    expect(explainResetRequest(error)).toBe('Error: Come back tomorrow');
  });

  test('never shows the SDK’s bare code', () => {
    expect(explainResetRequest(providerError('auth/internal-error'))).toBe(
      'Error: The email could not be sent.',
    );
  });
});

describe('a refused new password', () => {
  test.each(['auth/invalid-action-code', 'auth/expired-action-code'])(
    'with %s reads invalid or expired',
    (code) => {
      expect(explainResetConfirm(providerError(code))).toBe('Invalid or expired reset code.');
    },
  );

  test('that is too weak shows the provider’s message', () => {
    const error = providerError('auth/weak-password', 'This password is too common.');
    expect(explainResetConfirm(error)).toBe('This password is too common.');
  });

  test.each([providerError('auth/internal-error'), undefined])(
    'for any other reason (%s) reads that it failed',
    (error) => {
      expect(explainResetConfirm(error)).toBe('Failed to reset password.');
    },
  );
});

/** Same shape as the SDK's errors in production. */
function providerError(code: string, detail = 'Error'): Error {
  return Object.assign(new Error(`Firebase: ${detail} (${code}).`), { code });
}
