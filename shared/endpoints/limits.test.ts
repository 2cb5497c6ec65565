import { expect, test } from 'vitest';

import { downloadBackup, requestBackup } from './backups.ts';
import { cancelOrder, createCheckoutSession } from './payments.ts';
import { exportOwnData, exportUserData, requestOwnDeletion } from './personal-data.ts';
import { runLedgerCheck } from './wallet.ts';

test.each([
  ['start a checkout', createCheckoutSession, 60, 3600],
  ['cancel a checkout', cancelOrder, 60, 3600],
  ['download what is stored about them', exportOwnData, 5, 3600],
  ['download what is stored about a player', exportUserData, 30, 3600],
  ['ask for the deletion of their account', requestOwnDeletion, 10, 3600],
  ['ask for a backup', requestBackup, 20, 3600],
  ['download a backup', downloadBackup, 30, 3600],
  ['check the ledger', runLedgerCheck, 10, 60],
])('users can %s a limited number of times', (_what, { limit }, max, seconds) => {
  expect(limit).toEqual({ max, seconds });
});
