import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';

import { expect } from './test.ts';

/** The demo accounts, with rights 3, 2, 1 and 0. */
export const demoEmails = {
  admin: 'admin@wynhold.test',
  staff: 'staff@wynhold.test',
  moderator: 'moderator@wynhold.test',
  player: 'player@wynhold.test',
} as const;
export const demoPassword = 'wynhold-demo';

/** True when the tests run against the Firebase Auth emulator instead of our own provider. */
const isFirebase = process.env.E2E_IDENTITY === 'firebase';
/** True when the provider reports unknown addresses and wrong passwords alike. */
export const hidesEmails = process.env.E2E_HIDDEN_EMAILS === '1';

/** A page, or the request fixture alone if nothing is looked at: a page costs a process. */
export type Requester = Pick<Page, 'request'>;

type Account = { username: string; email: string; password: string };

/**
 * Data for a new account. The server allows 20 registrations an hour per address, so all specs together
 * may use the register screen that often.
 */
export function inventAccount(): Account {
  const id = `${Date.now().toString(36).slice(-5)}${Math.floor(Math.random() * 1296).toString(36)}`;
  return {
    username: `Pip ${id}`,
    email: `pip-${id}@wynhold.test`,
    password: `road to the keep ${id}`,
  };
}

/** Registers through the API, for tests that are not about registration. */
export async function createAccount(page: Requester, account = inventAccount()): Promise<Account> {
  const response = await page.request.post('/auth/register', {
    data: account,
    headers: fromRandomAddress(),
  });
  expect(response.status(), await response.text()).toBe(200);
  return account;
}

/** Signs the page's browser in without the login screen. The page need not be open yet. */
export async function signIn(
  page: Requester,
  email: string,
  password = demoPassword,
  headers = fromRandomAddress(),
): Promise<void> {
  if (isFirebase) await nextSecond();
  const data = { email, password, returnSecureToken: true };
  const providerResponse = await page.request.post(
    `${providerUrl()}/v1/accounts:signInWithPassword?key=e2e`,
    {
      data,
      headers,
    },
  );
  expect(providerResponse.status(), await providerResponse.text()).toBe(200);
  const { idToken } = (await providerResponse.json()) as { idToken: string };
  const response = await page.request.post('/auth/web-login', {
    data: { idToken },
    headers,
  });
  expect(response.status(), await response.text()).toBe(200);
}

/** Firebase dates sign-ins by the second and refuses one in the same second as a sign-out as too old. */
function nextSecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1001 - (Date.now() % 1000)));
}

/**
 * Rate limits count by address, and all tests share one. These calls claim to be forwarded for a random
 * address; the server under test trusts the header.
 */
function fromRandomAddress(): Record<string, string> {
  const part = () => 1 + Math.floor(Math.random() * 250);
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` };
}

/** Fills in and submits the login screen, which must be open. */
export async function submitLogin(
  page: Page,
  email: string,
  password = demoPassword,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible();
}

/** Expects the site's alert with this exact text and closes it with Enter. */
export async function expectAlert(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alertdialog');
  await expect(alert.getByText(text, { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(alert).toBeHidden();
}

/** The path of the reset link in the newest email to this address. */
export async function findResetPath(page: Page, email: string): Promise<string> {
  let path: string | undefined;
  await expect
    .poll(
      async () =>
        (path = isFirebase
          ? await findEmulatorPath(page, email)
          : await findEmailedPath(page, email, '/reset-password')),
    )
    .toBeTruthy();
  return path!;
}

/** The path of the newest confirmation link. The site emails it with Firebase too. */
export async function findConfirmPath(page: Page, email: string): Promise<string> {
  let path: string | undefined;
  await expect
    .poll(async () => (path = await findEmailedPath(page, email, '/confirm-email')))
    .toBeTruthy();
  return path!;
}

type Mail = { to: string; subject: string; text: string };

async function findEmailedPath(
  page: Page,
  email: string,
  target: string,
): Promise<string | undefined> {
  const response = await page.request.get('/api/dev/mail');
  const mails = (await response.json()) as Mail[];
  const mail = mails.find(({ to, text }) => to.includes(email) && text.includes(`${target}?`));
  const link = mail && /https?:\/\/\S+oobCode=\S+/.exec(mail.text)?.[0];
  if (!link) return undefined;
  const { pathname, search } = new URL(link);
  return pathname + search;
}

type OobCode = { email: string; requestType: string; oobCode: string };

/** The emulator sends no email, but lists the codes it would have sent, newest last. */
async function findEmulatorPath(page: Page, email: string): Promise<string | undefined> {
  const host = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  const response = await page.request.get(
    `http://${host}/emulator/v1/projects/demo-wynhold/oobCodes`,
  );
  const { oobCodes } = (await response.json()) as { oobCodes: OobCode[] };
  const code = oobCodes.findLast(
    (each) => each.email === email && each.requestType === 'PASSWORD_RESET',
  );
  return code && `/reset-password?mode=resetPassword&oobCode=${encodeURIComponent(code.oobCode)}`;
}

function providerUrl(): string {
  const host = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  return isFirebase ? `http://${host}/identitytoolkit.googleapis.com` : '/idp';
}

/** The code that an authenticator app with this key shows. */
export function totp(key: string, secondsAhead = 0): string {
  const timestamp = Date.now() + secondsAhead * 1000;
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp });
}
