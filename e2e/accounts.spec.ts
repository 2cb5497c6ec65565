import type { Page, Route } from '@playwright/test';

import {
  createAccount,
  demoEmails,
  expectAlert,
  findConfirmPath,
  findResetPath,
  hidesEmails,
  inventAccount,
  logOut,
  signIn,
  submitLogin,
  totp,
} from './support/accounts.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

const loginFailed = 'Login failed. Please check your email and password.';

test.describe('journeys', () => {
  test('a visitor registers, logs in, opens the profile, changes the settings and logs out', async ({
    page,
  }) => {
    const account = inventAccount();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Register' }).click();
    await expect(page).toHaveURL('/register');
    await fillRegistration(page, account);
    await page.getByRole('button', { name: 'Register' }).click();
    await expectAlert(page, 'Registration successful! You can now log in.');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(account.email);
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();

    // A new player's first steps are on the profile.
    await submitLogin(page, account.email, account.password);
    await expect(page).toHaveURL('/profile/home');
    await expect(page.getByRole('heading', { level: 2, name: /^Pip / })).toBeVisible();
    const steps = page.getByRole('region', { name: 'Welcome to Wynhold' }).getByRole('listitem');
    await expect(steps).toHaveText([/^Confirm your email/, /^Enter the game/, /^Join an event/]);
    const { email } = account;
    const stars = '*'.repeat(email.indexOf('@') - 2);
    await expect(page.getByText(`p${stars}${email.slice(email.indexOf('@') - 1)}`)).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: /^0$/ })).toBeVisible();
    await expect(
      page.getByText(
        'No hiscores data available yet. Log in to the game to begin tracking progress.',
      ),
    ).toBeVisible();
    await expect(page.getByText('Total Level')).toBeHidden();

    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByText('Leave blank to keep current')).toBeVisible();
    await page.getByRole('textbox', { name: 'Email' }).fill(`new-${email}`);
    await page.getByLabel('New password').fill('another road, another keep');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Settings updated successfully!')).toBeVisible();
    await expect(page.getByLabel('New password')).toHaveValue('');

    await logOut(page);
    await page.getByRole('link', { name: 'Login', exact: true }).click();
    await submitLogin(page, `new-${email}`, 'another road, another keep');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  test('a forgotten password is reset with the emailed link, which works once', async ({
    page,
  }) => {
    const account = await createAccount(page);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The login has an Email field too.
    await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expectAlert(page, 'Password reset email sent!');

    const path = await findResetPath(page, account.email);
    await page.goto(path);
    await expect(page.getByText(account.email)).toBeVisible();
    await expectNoAxeViolations(page);
    await fillPasswords(page, 'the new key of the gate', 'the new key of the fate');
    await expectAlert(page, 'Passwords do not match.');
    await expect(page.getByText('Passwords do not match.')).toBeVisible();
    await expect(page.getByLabel('Confirm password')).toBeFocused();
    await fillPasswords(page, 'the new key of the gate', 'the new key of the gate');
    await expect(page.getByText('Your password has been reset.')).toBeVisible();
    await expect(page.getByLabel('Confirm password')).toBeHidden();

    await page.getByRole('link', { name: 'Go to login' }).click();
    await submitLogin(page, account.email, 'the new key of the gate');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();

    await page.goto(path);
    await expect(page.getByText('This reset link is invalid or has expired.')).toBeVisible();
  });

  test('a new player confirms the email address through the emailed link, once', async ({
    page,
  }) => {
    const account = await createAccount(page);
    const path = await findConfirmPath(page, account.email);
    await signIn(page, account.email, account.password);
    await page.goto('/profile/home');
    const banner = page.getByRole('region', { name: 'Address confirmation' });
    await expect(banner).toContainText(
      'Please confirm your email address. We sent a link to p…@wynhold.test.',
    );
    await expectNoAxeViolations(page);
    await banner.getByRole('button', { name: 'Send again' }).click();
    await expect(banner.getByText('A new link is on its way.')).toBeVisible();
    await expect.poll(() => findConfirmPath(page, account.email)).not.toBe(path);
    await banner.getByRole('link', { name: 'Change address' }).click();
    await expect(page).toHaveURL('/profile/settings');
    await expect(banner).toBeVisible();

    const newPath = await findConfirmPath(page, account.email);
    const tab = await page.context().newPage();
    await tab.goto(newPath);
    await expect(tab.getByText('Thank you. Your email address is confirmed.')).toBeVisible();
    // The banner in the other tab disappears without a reload.
    await expect(banner).toBeHidden();
    await tab.getByRole('link', { name: 'Go to your profile' }).click();
    await expect(tab).toHaveURL('/profile/home');
    await expect(tab.getByRole('heading', { level: 2, name: /^Pip / })).toBeVisible();
    await expect(tab.getByText('Please confirm your email address.')).toBeHidden();
  });

  test('a guarded page redirects to the login, and the login back to that page @slow', async ({
    page,
  }) => {
    await page.goto('/shop?tab=capes#top');
    await expect(page).toHaveURL(/\/login\?redirect=/);
    // Switching between the two forms keeps the redirect.
    await page.getByRole('link', { name: 'Register' }).click();
    await expect(page).toHaveURL(/\/register\?redirect=/);
    await page.getByRole('link', { name: 'Log in' }).click();
    await submitLogin(page, demoEmails.player);
    await expect(page).toHaveURL('/shop?tab=capes#top');
    // Signed-in visitors are redirected away from the login and registration forms.
    await page.goto('/login?redirect=%2Fprofile%2Fsettings');
    await expect(page).toHaveURL('/profile/settings');
    await page.goto('/register');
    await expect(page).toHaveURL('/profile/home');
  });

  test('a late response to a session check does not undo logging out @slow', async ({ page }) => {
    const account = await createAccount(page);
    await page.goto('/login?redirect=/profile/settings');
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let checks = 0;
    await page.route('**/auth/verify', async (route) => {
      checks += 1;
      const response = await route.fetch();
      // Delay the second check, of the page after sign-in; the first is part of signing in.
      if (checks > 1) await released;
      await route.fulfill({ response });
    });
    await submitLogin(page, account.email, account.password);
    await expect(page).toHaveURL('/profile/settings');
    await logOut(page);
    const late = page.waitForEvent('requestfinished', (request) =>
      request.url().endsWith('/auth/verify'),
    );
    release();
    await late;
    // Wait for one more response: by then the page shows any change the late check caused.
    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.getByRole('link', { name: 'Hiscores' }).click();
    await expect(page.getByRole('heading', { name: 'Overall Hiscores' })).toBeVisible();
    await expect(nav.getByRole('link', { name: 'Login' })).toBeVisible();
  });

  test('two-factor is set up, required at sign-in, and turned off @slow', async ({ page }) => {
    const account = await createAccount(page);
    await signIn(page, account.email, account.password);
    await page.goto('/profile/settings');
    await page.getByRole('button', { name: 'Set up two-factor' }).click();
    await expect(
      page.getByRole('img', { name: 'QR code for your authenticator app' }),
    ).toBeVisible();
    await expectNoAxeViolations(page);
    const uri = await page
      .getByRole('link', { name: 'Open an app on this device' })
      .getAttribute('href');
    const key = new URL(uri ?? '').searchParams.get('secret') ?? '';
    await expect(page.getByText(key.replaceAll(/(.{4})(?=.)/g, '$1 '))).toBeVisible();

    const code = page.getByLabel('Authentication code');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByText('Enter the 6 digits.')).toBeVisible();
    await code.fill(totp(key));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const recovery = await codes.first().innerText();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download .txt' }).click();
    expect((await download).suggestedFilename()).toBe('wynhold-recovery-codes.txt');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

    await logOut(page);
    await page.goto('/login?redirect=/profile/settings');
    await submitLogin(page, account.email, account.password);
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expectNoAxeViolations(page);
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('That code is wrong or has already been used.')).toBeVisible();
    await expect(code).toBeFocused();
    // The code of the next half minute, because the current one was used for the set-up.
    await code.fill(totp(key, 30));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/profile/settings');

    await logOut(page);
    await page.goto('/login?redirect=/profile/settings');
    await submitLogin(page, account.email, account.password);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recovery);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByRole('button', { name: 'Set up two-factor' })).toBeVisible();
  });

  test('staff who must have two-factor set it up at sign-in @slow', async ({ page }) => {
    // The test site does not require it, so its responses are stubbed here; the sign-in is real.
    const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    await page.route('**/auth/two-factor', (route) =>
      route.fulfill({
        json: { secret: key, uri: `otpauth://totp/Wynhold:Wyn%20Staff?secret=${key}` },
      }),
    );
    await page.route('**/auth/web-login', async (route) => {
      const { idToken, code } = route.request().postDataJSON() as {
        idToken: string;
        code?: string;
      };
      if (code === undefined) return refuse(route, 403, 'accounts/two-factor-setup-required');
      expect(code).toBe('123456');
      const response = await route.fetch({ postData: { idToken } });
      return route.fulfill({
        response,
        json: { username: 'Wyn Staff', recoveryCodes: ['aaaaa-bbbbb-ccccc', 'ddddd-eeeee-fffff'] },
      });
    });
    await page.goto('/login?redirect=/profile/home');
    await submitLogin(page, demoEmails.staff);
    await expect(page.getByRole('heading', { name: 'Set up two-factor sign-in' })).toBeFocused();
    await page.getByLabel('Authentication code').fill('123456');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('aaaaa-bbbbb-ccccc')).toBeVisible();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page).toHaveURL('/profile/home');
    await expect(page.getByRole('heading', { name: 'Wyn Staff' })).toBeVisible();
  });

  test('a user of the provider without an account on the site chooses a username at sign-in @slow', async ({
    page,
  }) => {
    // Only a Firebase project has such users, so the site's refusals are stubbed here; the sign-in is real.
    let username: string | undefined;
    await page.route('**/auth/web-login', (route) =>
      username === undefined ? refuse(route, 403, 'accounts/username-required') : route.continue(),
    );
    await page.route('**/auth/finish-registration', (route) => {
      const body = route.request().postDataJSON() as { username: string };
      if (body.username === 'Taken') {
        const text = 'That username is already taken.';
        return refuse(route, 409, 'accounts/username-taken', text);
      }
      ({ username } = body);
      return route.fulfill({ json: { username } });
    });
    await page.goto('/login?redirect=/profile/home');
    await submitLogin(page, demoEmails.player);
    await expect(page.getByRole('heading', { name: 'Choose a username' })).toBeFocused();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Choose a username.')).toBeVisible();
    await page.getByLabel('Username').fill('Taken');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('That username is already taken.')).toBeVisible();
    await page.getByLabel('Username').fill('Old Hand');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/profile/home');
    expect(username).toBe('Old Hand');
  });

  test('other devices are listed and can be signed out, one or all of them @slow', async ({
    page,
    openContext,
  }) => {
    const account = await createAccount(page);
    const elsewhere = await (await openContext({ baseURL: baseUrl() })).newPage();
    await signIn(elsewhere, account.email, account.password);
    await signIn(page, account.email, account.password);
    await page.goto('/profile/settings');
    const panel = page.getByRole('region', { name: 'Where you are signed in' });
    await expect(panel.getByRole('listitem')).toHaveCount(2);
    await expect(panel.getByText('This device')).toHaveCount(1);
    await panel.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
    await expect(panel.getByRole('listitem')).toHaveCount(1);
    await elsewhere.goto('/profile');
    await expect(elsewhere).toHaveURL(/\/login/);

    await signIn(elsewhere, account.email, account.password);
    await page.reload();
    await panel.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(panel.getByRole('listitem')).toHaveCount(1);
  });

  test('with an old sign-in, a change asks for the password @slow', async ({ page }) => {
    const account = await createAccount(page);
    await signIn(page, account.email, account.password);
    await page.goto('/profile/settings');
    // The server's response when the sign-in is more than ten minutes old.
    await page.route('**/api/users/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      return refuse(route, 403, 'accounts/reauthentication-required');
    });
    await page.getByLabel('New password').fill('a password chosen late');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
    await expect(dialog).toBeVisible();
    await dialog.getByLabel('Current password').fill('not my password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(
      dialog.getByText(hidesEmails ? loginFailed : 'Incorrect password. Please try again.'),
    ).toBeVisible();
    await page.unroute('**/api/users/*');
    await dialog.getByLabel('Current password').fill(account.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Settings updated successfully!')).toBeVisible();
    await logOut(page);
    await signIn(page, account.email, 'a password chosen late');
  });
});

test.describe('page access', () => {
  test('an admin can open the admin area and has a link to it @slow', async ({ page }) => {
    await signIn(page, demoEmails.admin);
    await page.goto('/');
    await expect(mainLinks(page)).toHaveText([
      'Home',
      'Play',
      'Events',
      'Hiscores',
      'Polls',
      'Profile',
      'Admin',
    ]);
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    await expect(page).toHaveURL('/admin/home');
    await expect(page.getByRole('alertdialog')).toBeHidden();
  });

  test('a session check that is under way does not undo a login @slow', async ({ page }) => {
    // Makes the page check the session, which the login screen does not do by itself.
    await page.route('**/api/live?*', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: 'event: resync\ndata: {}\n\n' }),
    );
    const loggedIn = page.waitForResponse('**/auth/web-login');
    const checks: string[] = [];
    await page.route('**/auth/verify', async (route) => {
      checks.push(route.request().url());
      if (checks.length > 1) return route.continue();
      await loggedIn;
      return refuse(route, 401, 'access/login-required');
    });
    const checked = page.waitForRequest('**/auth/verify');
    await page.goto('/login?redirect=/profile/home');
    await checked;
    await submitLogin(page, demoEmails.player);
    await expect(page).toHaveURL('/profile/home');
  });

  test('a login never leads off the site @slow', async ({ page }) => {
    await page.goto('/login?redirect=//evil.example/profile');
    await submitLogin(page, demoEmails.player);
    await expect(page).toHaveURL('/');
    // A signed-in visitor is redirected at once. More attacks: safe-redirect.test.ts.
    await page.goto(`/login?redirect=${encodeURIComponent('/\\evil.example')}`);
    await expect(page).toHaveURL('/');
  });
});

test.describe('error messages', () => {
  test('a wrong password and an unknown address @slow', async ({ page }) => {
    await page.goto('/login');
    await submitLogin(page, demoEmails.moderator, 'not the password');
    await expectAlert(page, hidesEmails ? loginFailed : 'Incorrect password. Please try again.');
    await submitLogin(page, 'nobody@wynhold.test', 'not the password');
    await expectAlert(page, hidesEmails ? loginFailed : 'No account found with that email.');
  });
});

function mainLinks(page: Page) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link');
}

async function fillRegistration(
  page: Page,
  account: { username: string; email: string; password: string },
  confirm = account.password,
): Promise<void> {
  await page.getByLabel('Username').fill(account.username);
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm password').fill(confirm);
}

async function fillPasswords(page: Page, password: string, confirm: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(confirm);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

/** Responds with an error in the server's format. */
function refuse(route: Route, status: number, code: string, error = 'Refused.'): Promise<void> {
  return route.fulfill({ status, json: { error, code, requestId: 'e2e' } });
}

function baseUrl(): string {
  return test.info().project.use.baseURL ?? '';
}
