import type { Feature } from '#server/feature.ts';

import { loadDemoPayments } from './payments.demo.ts';
import { paymentsPersonalData } from './payments.personal-data.ts';
import { registerPaymentRoutes } from './payments.routes.ts';
import { sendReceipts } from './receipts.service.ts';
import { compareLosses, reconcile } from './reconcile.service.ts';

export const payments = {
  name: 'payments',
  personalData: paymentsPersonalData,
  routes: registerPaymentRoutes,
  jobs: (deps) => [
    { name: 'payments/reconcile', everySeconds: 300, run: () => reconcile(deps) },
    // Each run compares some of the orders, so that each is compared once a day.
    { name: 'payments/compare-losses', everySeconds: 300, run: () => compareLosses(deps) },
    { name: 'payments/receipts', everySeconds: 60, run: () => sendReceipts(deps) },
  ],
  demo: loadDemoPayments,
} satisfies Feature;
