import { readdirSync } from 'node:fs';

import { expect, test } from 'vitest';

import type { Deps } from './deps.ts';
import { features } from './feature-list.ts';
import { listJobs } from './features.ts';

test('every folder of server/features is in the list of features, under its name', () => {
  const folders = readdirSync(new URL('features', import.meta.url));
  expect(features.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
});

test('the site has these jobs, each of which runs so often', () => {
  // Jobs read the rest when they run.
  const jobs = listJobs({ config: { identity: { kind: 'embedded' } } } as Deps);
  const found = Object.fromEntries(jobs.map(({ name, everySeconds }) => [name, everySeconds]));
  expect(jobs).toHaveLength(Object.keys(found).length);
  expect(found).toEqual({
    'accounts/delete-ended-sign-ins': 3600,
    'accounts/delete-expired-claims': 3600,
    'accounts/delete-expired-sessions': 3600,
    'accounts/delete-old-names': 3600,
    'accounts/delete-old-networks': 3600,
    'accounts/remove-abandoned-registrations': 60,
    'accounts/seal-secrets': 3600,
    'audit/forget-addresses': 3600,
    'backups/keep-deletions': 60,
    'backups/make-due': 5,
    'bridge/expire-commands': 5,
    'bridge/notice-silence': 3,
    'bridge/return-leases': 10,
    'bridge/tidy': 900,
    'discord/announce': 15,
    'discord/roles': 60,
    'discord/tidy': 3600,
    'discord/widget': 300,
    'events/announce-begun': 10,
    'events/delete-tombstones': 21_600,
    'events/plan-series': 3600,
    'events/send-reminders': 60,
    'game-commands/delete-old': 900,
    'game-servers/tidy': 900,
    'hiscores/close-seasons': 10,
    'hiscores/rank-days': 30,
    'hiscores/thin-days': 21_600,
    'hiscores/top-gains': 120,
    'hiscores/top-gains-of-year': 3600,
    'identity/delete-expired': 3600,
    'identity/rotate-keys': 3600,
    'inbox/prune': 3600,
    'mail/delete-finished': 3600,
    'mail/send': 15,
    'news/publish-due': 5,
    'payments/compare-losses': 300,
    'payments/receipts': 60,
    'payments/reconcile': 300,
    'personal-data/delete-accounts': 60,
    'polls/end-in-time': 2,
    'rate-limits/forget': 600,
    'sanctions/close-expired': 15,
    'shop/end-grants': 30,
    'shop/tell-sales': 5,
    'supporters/end-ranks': 60,
    'votes/tidy': 900,
    'wallet/sum-days': 3600,
    'wallet/verify-ledger': 3600,
  });
});
