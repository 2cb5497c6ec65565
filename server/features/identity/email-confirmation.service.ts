import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { mailRegistry } from '#server/lib/mail/mail-registry.ts';
import { networkOf } from '#server/lib/requests/network-of.ts';
import { enforceLimit } from '#server/lib/requests/rate-limit.ts';

type RequestDeps = Pick<Deps, 'config' | 'db' | 'mailQueue'>;
type User = { uid: string; email: string };

const perUser = { max: 5, seconds: 3600 };
const perNetwork = { max: 20, seconds: 3600 };

/** Throws request/rate-limited. */
export async function requestEmailConfirmation(
  deps: RequestDeps,
  user: User,
  ip: string,
): Promise<void> {
  await enforceLimit(deps.db, `confirmation email by ${networkOf(ip)}`, perNetwork);
  await enforceLimit(deps.db, `confirmation email for ${user.uid}`, perUser);
  await queueConfirmationEmail(deps, deps.db, user);
}

/** Does nothing if the site has no mail server: a link in the outbox folder would reach nobody. */
export async function queueConfirmationEmail(
  { config, mailQueue }: Pick<Deps, 'config' | 'mailQueue'>,
  db: Db,
  { uid, email }: User,
): Promise<void> {
  if (!config.canSendMail) return;
  await mailQueue.add(db, {
    to: email,
    subject: mailRegistry['email-confirmation'].name,
    confirmUid: uid,
    isUrgent: true,
  });
}
