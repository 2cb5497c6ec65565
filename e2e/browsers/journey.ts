import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import type { Browser } from './browser.ts';
import { createVisitor } from './visitor.ts';
import type { Visitor } from './visitor.ts';

type Site = { url: string; log: (step: string) => void };

/** A new player logs in, votes, buys coins and an item. Each step also checks how the page is laid out. */
export async function runJourney(browser: Browser, { url, log }: Site): Promise<void> {
  const visitor = createVisitor(browser);
  const account = await register(url);

  log('home');
  await visitor.open(url);
  await visitor.see('h1', 'Welcome to Wynhold');
  await checkFit(visitor);

  log('login');
  await visitor.click('nav a', 'Login');
  await visitor.type('input', 'Email', account.email);
  await visitor.type('input', 'Password', account.password);
  await visitor.click('form button', 'Log In');
  await visitor.see('nav button', 'Logout');

  log('vote');
  await visitor.click('nav a', 'Polls');
  await visitor.click('main a', 'Safe fights in the ruins on weekends');
  await visitor.click('label', 'Only during events');
  await visitor.click('form button', 'Vote');
  const thanks = 'Your vote was counted. Thank you!';
  await visitor.see('output span', thanks);
  const height = await visitor.inPage(measureRegion, thanks);
  assert(height > 20 && height < 200, `the message is ${height} px high`);
  await checkFit(visitor);

  log('buy');
  await visitor.click('header a', 'Store: 0 Wyncoins');
  await visitor.click('main button', 'Top Off');
  await visitor.click('dialog label', '1,000');
  await visitor.click('dialog input[type="checkbox"]');
  await visitor.click('dialog button', 'Purchase');
  await visitor.click('button[value="4242424242424242"]');
  await visitor.see('main', '+1,000 Wyncoins');
  await checkFit(visitor);
  await visitor.click('article button', 'Buy Emberlit Lantern');
  await visitor.click('[role="alertdialog"] button', 'Buy');
  await visitor.see('[role="alertdialog"]', 'You successfully purchased Emberlit Lantern!');
}

async function register(url: string) {
  const id = randomUUID().slice(0, 6);
  const account = {
    username: `Pip ${id}`,
    email: `pip-${id}@wynhold.test`,
    password: `road ${id}!`,
  };
  const response = await fetch(`${url}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(account),
  });
  assert.equal(response.status, 200, await response.text());
  return account;
}

async function checkFit({ inPage }: Visitor): Promise<void> {
  const overflow = await inPage(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.equal(overflow, 0, 'pixels that the page is too wide');
}

function measureRegion(text: string): number {
  const region = [...document.querySelectorAll('output')].find((each) =>
    each.textContent.includes(text),
  );
  return region?.getBoundingClientRect().height ?? 0;
}
