import { runLedgerCheck } from '#server/features/wallet/ledger-check.service.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import type { Command } from './command.ts';

export const verifyLedger: Command = {
  name: 'verify-ledger',
  summary: 'Check that coins, payments and purchases add up exactly.',
  notes: ['Exits with 1 if a rule is broken, and names what breaks it.'],
  async run(_input, { terminal, withDeps }) {
    const check = await withDeps(runLedgerCheck);
    for (const { name, breaches, examples } of check.rules) {
      terminal.print(`${breaches === 0 ? 'ok    ' : 'BROKEN'} ${name}`);
      for (const example of examples) terminal.print(`         ${example}`);
      if (breaches > examples.length) terminal.print(`         … ${breaches} in total`);
    }
    const { accounts, transactions, orders, purchases } = check;
    const checked = [
      `${accounts.toLocaleString('en')} accounts`,
      `${transactions.toLocaleString('en')} transactions`,
      `${orders.toLocaleString('en')} orders`,
      `${purchases.toLocaleString('en')} purchases`,
    ].join(', ');
    if (!check.isSound) throw new StartupError(`The ledger does not add up (${checked}).`);
    terminal.print(`Ledger checked, no errors: ${checked}.`);
  },
};
