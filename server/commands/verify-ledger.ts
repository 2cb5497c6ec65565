import { verifyLedger } from '#server/features/wallet/verify.service.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import type { Command } from './command.ts';

export const verifyBooks: Command = {
  name: 'verify-ledger',
  summary: 'Check that coins, payments and purchases agree to the last coin.',
  operands: [],
  options: {},
  notes: ['Ends with 1 when a rule is broken, and names what breaks it.'],
  async run(_input, { terminal, withDeps }) {
    const check = await withDeps(verifyLedger);
    for (const { name, breaches, examples } of check.rules) {
      terminal.print(`${breaches === 0 ? 'ok    ' : 'BROKEN'} ${name}`);
      for (const example of examples) terminal.print(`         ${example}`);
      if (breaches > examples.length) terminal.print(`         … ${breaches} in all`);
    }
    const { accounts, transactions, orders, purchases } = check;
    const seen = [
      `${accounts.toLocaleString('en')} accounts`,
      `${transactions.toLocaleString('en')} movements`,
      `${orders.toLocaleString('en')} orders`,
      `${purchases.toLocaleString('en')} purchases`,
    ].join(', ');
    if (!check.isSound) throw new StartupError(`The books are not sound (${seen}).`);
    terminal.print(`The books are sound: ${seen}.`);
  },
};
