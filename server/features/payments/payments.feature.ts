import type { Feature } from '#server/feature.ts';

import { loadDemoPayments } from './payments.demo.ts';
import { paymentJobs } from './payments.jobs.ts';
import { registerPaymentRoutes } from './payments.routes.ts';

export const payments: Feature = {
  name: 'payments',
  routes: registerPaymentRoutes,
  jobs: paymentJobs,
  demo: loadDemoPayments,
};
