import type { Deps } from './deps.ts';
import { accountJobs } from './features/accounts/accounts.jobs.ts';
import { bridgeJobs } from './features/bridge/bridge.jobs.ts';
import { eventJobs } from './features/events/events.jobs.ts';
import { hiscoresJobs } from './features/hiscores/hiscores.jobs.ts';
import { identityJobs } from './features/identity/identity.jobs.ts';
import { newsJobs } from './features/news/news.jobs.ts';
import { paymentJobs } from './features/payments/payments.jobs.ts';
import { pollJobs } from './features/polls/polls.jobs.ts';
import { sanctionJobs } from './features/sanctions/sanctions.jobs.ts';
import { walletJobs } from './features/wallet/wallet.jobs.ts';
import type { Job } from './lib/jobs.ts';
import { mailJobs } from './lib/mail-queue.ts';
import { rateLimitJobs } from './lib/rate-limit.ts';

/** All scheduled jobs. */
export function listJobs(deps: Deps): Job[] {
  return [
    ...accountJobs(deps),
    ...bridgeJobs(deps),
    ...eventJobs(deps),
    ...hiscoresJobs(deps),
    ...identityJobs(deps),
    ...mailJobs(deps),
    ...newsJobs(deps),
    ...paymentJobs(deps),
    ...pollJobs(deps),
    ...rateLimitJobs(deps.db),
    ...walletJobs(deps),
    ...sanctionJobs(deps),
  ];
}
