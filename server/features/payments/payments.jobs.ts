import type { Deps } from '#server/deps.ts';
import type { Job } from '#server/lib/jobs.ts';

import { sendReceipts } from './receipts.service.ts';
import { compareLosses, reconcile } from './reconcile.service.ts';

export function paymentJobs(deps: Deps): Job[] {
  return [
    { name: 'payments/reconcile', everySeconds: 300, run: () => reconcile(deps) },
    // Each run compares some of the orders, so that each is compared once a day.
    { name: 'payments/compare-losses', everySeconds: 300, run: () => compareLosses(deps) },
    { name: 'payments/receipts', everySeconds: 60, run: () => sendReceipts(deps) },
  ];
}
