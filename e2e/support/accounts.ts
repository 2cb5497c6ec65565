import type { Page } from '@playwright/test';

import { expect } from './test.ts';

/** What the demo mode creates; rights 3, 2, 1 and 0. */
export const demoEmails = {
  admin: 'admin@wynhold.test',
  staff: 'staff@wynhold.test',
  moderator: 'moderator@wynhold.test',
  player: 'player@wynhold.test',
} as const;
export const demoPassword = 'wynhold-demo';

/** Set when the journeys run against the Firebase Auth emulator instead of our own provider. */
export const isFirebase = process.env.E2E_IDENTITY === 'firebase';
/** The provider does not tell unknown addresses from wrong passwords. */
export const hidesEmails = process.env.E2E_HIDDEN_EMAILS === '1';

type Account = { username: string; email: string; password: string };

/**
 * A player of the test's own. The server allows 20 registrations an hour from one place: through the
 * register screen, all specs together.
 */
export function inventAccount(): Account {
  const id = `${Date.now().toString(36).slice(-5)}${Math.floor(Math.random() * 1296).toString(36)}`;
  return {
    username: `Pip ${id}`,
    email: `pip-${id}@wynhold.test`,
    password: `road to the keep ${id}`,
  };
}

/** Straight through the API: for tests that are about something else than registering. */
export async function createAccount(page: Page): Promise<Account> {
  const account = inventAccount();
  const answer = await page.request.post('/auth/register', {
    data: account,
    headers: fromElsewhere(),
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return account;
}

/** Gives the page's browser a session, without the login screen. The page itself need not be open yet. */
export async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  if (isFirebase) await nextSecond();
  const data = { email, password, returnSecureToken: true };
  const proof = await page.request.post(`${providerUrl()}/v1/accounts:signInWithPassword?key=e2e`, {
    data,
    headers: fromElsewhere(),
  });
  expect(proof.status(), await proof.text()).toBe(200);
  const { idToken } = (await proof.json()) as { idToken: string };
  const answer = await page.request.post('/auth/web-login', {
    data: { idToken },
    headers: fromElsewhere(),
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Firebase dates sign-ins by the second: one in the second of a sign-out is refused as an older one. */
function nextSecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1001 - (Date.now() % 1000)));
}

/**
 * The limits count by address, and all journeys come from one: these calls say that they were passed
 * on for somebody else, which the server under test believes.
 */
function fromElsewhere(): Record<string, string> {
  const part = () => 1 + Math.floor(Math.random() * 250);
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` };
}

/** Through the login screen, which must be open. */
export async function submitLogin(
  page: Page,
  email: string,
  password = demoPassword,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible();
}

/** The site's own alert: its exact text, dismissed by Enter. */
export async function expectAlert(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alertdialog');
  await expect(alert.getByText(text, { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(alert).toBeHidden();
}

/** The way to the new password, as the newest mail to this address gives it. */
export async function findResetPath(page: Page, email: string): Promise<string> {
  let path: string | undefined;
  await expect
    .poll(
      async () =>
        (path = isFirebase
          ? await findEmulatorPath(page, email)
          : await findMailedPath(page, email)),
    )
    .toBeTruthy();
  return path!;
}

type Mail = { to: string; subject: string; text: string };

async function findMailedPath(page: Page, email: string): Promise<string | undefined> {
  const answer = await page.request.get('/api/dev/mail');
  const mails = (await answer.json()) as Mail[];
  const mail = mails.find(({ to, text }) => to.includes(email) && text.includes('oobCode='));
  const link = mail && /https?:\/\/\S+oobCode=\S+/.exec(mail.text)?.[0];
  if (!link) return undefined;
  const { pathname, search } = new URL(link);
  return pathname + search;
}

type OobCode = { email: string; requestType: string; oobCode: string };

/** The emulator sends no mail: it lists what it would have sent, the newest last. */
async function findEmulatorPath(page: Page, email: string): Promise<string | undefined> {
  const host = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  const answer = await page.request.get(
    `http://${host}/emulator/v1/projects/demo-wynhold/oobCodes`,
  );
  const { oobCodes } = (await answer.json()) as { oobCodes: OobCode[] };
  const code = oobCodes.findLast(
    (each) => each.email === email && each.requestType === 'PASSWORD_RESET',
  );
  return code && `/reset-password?mode=resetPassword&oobCode=${encodeURIComponent(code.oobCode)}`;
}

function providerUrl(): string {
  const host = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  return isFirebase ? `http://${host}/identitytoolkit.googleapis.com` : '/idp';
}
