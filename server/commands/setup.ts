import { randomBytes } from 'node:crypto';

import * as z from 'zod/mini';

import type { Deps } from '#server/deps.ts';
import {
  getAppearance,
  publishAppearance,
} from '#server/features/appearance/appearance.service.ts';
import { createServer } from '#server/features/game-servers/servers.service.ts';
import { createToken } from '#server/features/game-servers/tokens.service.ts';
import { getSetup, hasAdmin, sendTestMail } from '#server/features/setup/setup.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { Email, Username } from '#shared/endpoints/accounts.ts';
import { Appearance, paletteNames } from '#shared/endpoints/appearance.ts';
import { ServerName } from '#shared/endpoints/game-servers.ts';
import { listSetupSteps, setupGames, usualScopes } from '#shared/rules/game-setup.ts';
import {
  findPaymentChoice,
  paymentChoices,
  paymentLines,
  sandboxWarning,
} from '#shared/rules/payment-setup.ts';
import { setupTexts } from '#shared/rules/setup-steps.ts';

import type { Command } from './command.ts';
import { makeAdmin } from './create-admin.ts';
import { askOrSkip, check, obtainPassword, obtainText } from './prompt.ts';
import type { Terminal } from './terminal.ts';

const actor = commandLine;

export const setup: Command = {
  name: 'setup',
  summary: 'Set up a new site: name, colours, first admin, email, payments and game server.',
  notes: ['Asks for each in turn; Enter skips it. Says in the end what is still open.'],
  async run(_input, { terminal, withDeps }) {
    if (!terminal.isInteractive) {
      throw new StartupError(
        'Not an interactive terminal: use create-admin and test-mail, and Admin → Setup for the rest.',
      );
    }
    const asking = sayWhatIsKept(terminal);
    await withDeps(async (deps) => {
      terminal.print('Enter skips a question.');
      await askForLook(asking, deps);
      await askForAdmin(asking, deps);
      await askForTestMail(asking, deps);
      await explainPayments(asking, deps);
      await askForGameServer(asking, deps);
      await listOpenSteps(asking, deps);
    });
  },
};

/** Each step is saved at once, so Ctrl+C does not undo the steps before it. */
function sayWhatIsKept(terminal: Terminal): Terminal {
  const orStop = (answer: Promise<string>) =>
    answer.catch((cause: unknown) => {
      if (!(cause instanceof StartupError)) throw cause;
      throw new StartupError('Stopped. The steps before this one are saved.', { cause });
    });
  return {
    ...terminal,
    ask: (question) => orStop(terminal.ask(question)),
    askHidden: (question) => orStop(terminal.askHidden(question)),
  };
}

/** One version for both, so that it is undone as one. */
async function askForLook(terminal: Terminal, deps: Deps): Promise<void> {
  const { appearance: before, version } = await getAppearance(deps);
  const name = await askOrSkip(terminal, `Name of the site [${before.name}]`, (answer) =>
    check(Appearance.shape.name, answer),
  );
  const palette = await askOrSkip(terminal, `Palette (${paletteNames.join(', ')})`, (answer) =>
    check(oneOf(paletteNames), answer.toLowerCase()),
  );
  if (name === undefined && palette === undefined) return;
  const appearance: Appearance = {
    ...before,
    ...(name !== undefined && { name }),
    ...(palette !== undefined && { palette: { kind: 'curated', name: palette } }),
  };
  await publishAppearance(deps, actor, { appearance, version });
  terminal.print('Published. Logo, pictures and texts are under Admin → Appearance.');
}

async function askForAdmin(terminal: Terminal, deps: Deps): Promise<void> {
  if (await hasAdmin(deps.db)) return;
  const made = await askOrSkip(terminal, 'Username of the first admin', async (answer) => {
    const username = check(Username, answer);
    const email = await obtainText(terminal, {
      given: undefined,
      question: 'Email',
      schema: Email,
    });
    const password = await obtainPassword(terminal, { fromStdin: false });
    return makeAdmin(deps, { username, email, password });
  });
  if (made === undefined) return;
  terminal.print(made);
  terminal.print(
    deps.config.staffTwoFactor
      ? 'The first sign-in asks for two-factor: have an authenticator app ready.'
      : 'Turn two-factor sign-in on in the settings of your profile.',
  );
}

async function askForTestMail(terminal: Terminal, deps: Deps): Promise<void> {
  const answer = await askOrSkip(terminal, 'Address for a test email', (address) =>
    sendTestMail(deps, { actor, email: check(Email, address) }),
  );
  if (answer) terminal.print(answer.text);
}

/** The site cannot change its own settings. */
async function explainPayments(terminal: Terminal, deps: Deps): Promise<void> {
  const { payments, settingsFile } = await getSetup(deps, '');
  const current = findPaymentChoice(payments);
  terminal.print(current ? `Payments are now: ${current.label}.` : sandboxWarning);
  terminal.print(
    `To change that, put these lines into ${settingsFile ?? 'the environment of the server'} and restart the site:`,
  );
  for (const { value, label, description } of paymentChoices) {
    if (value !== current?.value) {
      printBlock(terminal, `${label}. ${description}`, paymentLines[value].join('\n'));
    }
  }
  terminal.print(`Stripe needs a webhook to ${deps.config.siteUrl}/api/shop/webhook.`);
}

async function askForGameServer(terminal: Terminal, deps: Deps): Promise<void> {
  const server = await askOrSkip(terminal, 'Name of a new game server', async (answer) => {
    const name = check(ServerName, answer);
    return { name, id: await createServer(deps, actor, name) };
  });
  if (!server) return;
  const games = setupGames.map(({ value }) => value);
  const game =
    (await askOrSkip(terminal, `Its game (${games.join(', ')}) [lostcity]`, (answer) =>
      check(oneOf(games), answer.toLowerCase()),
    )) ?? 'lostcity';
  const rights = { serverId: server.id, scopes: usualScopes, addresses: [] };
  const { token } = await createToken(deps, actor, rights);
  terminal.print(`${server.name} has a token. Copy this now: the token is not shown again.`);
  // Letters and digits only: 2006Scape does not encode it.
  const password = randomBytes(16).toString('hex');
  for (const step of listSetupSteps(game, { token, origin: deps.config.siteUrl, password })) {
    printBlock(terminal, step.label, step.code);
  }
}

/** A demo has no such list. */
async function listOpenSteps(terminal: Terminal, deps: Deps): Promise<void> {
  if (deps.config.demo) return;
  const { steps } = await getSetup(deps, '');
  const open = steps
    .filter(({ isDone, isSkipped }) => !isDone && !isSkipped)
    .map(({ name }) => setupTexts[name]);
  if (!(await hasAdmin(deps.db))) {
    open.unshift({ label: 'First admin', why: 'Nobody can open the admin area yet.' });
  }
  terminal.print(open.length === 0 ? 'All done.' : 'Still open:');
  for (const { label, why } of open) terminal.print(`- ${label}. ${why}`);
}

function printBlock(terminal: Terminal, heading: string, code: string): void {
  terminal.print(`\n${heading}\n${code.replaceAll(/^/gm, '    ')}\n`);
}

function oneOf<const T extends string>(values: readonly T[]) {
  return z.enum(values, `Choose one of: ${values.join(', ')}.`);
}
