import type { Deps } from '#server/deps.ts';
import { getAppearance } from '#server/features/appearance/appearance.service.ts';
import { getLauncher } from '#server/features/launcher/launcher.service.ts';
import { composeMail } from '#server/features/mail-texts/compose-mail.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { isOn } from '#server/lib/data/feature-switches.ts';
import { getSetting, setSetting } from '#server/lib/data/settings.ts';
import { messageOf } from '#server/lib/describe-error.ts';
import { describeMailServer } from '#server/lib/mail/mail-failure.ts';
import { senderOf } from '#server/lib/mail/mail-message.ts';
import { sendTestMail as sendMail } from '#server/lib/mail/test-mail.ts';
import type { OutsideAnswer, SetupMarks, SetupState } from '#shared/endpoints/setup.ts';
import { setupSteps } from '#shared/rules/setup-steps.ts';
import type { SetupStep } from '#shared/rules/setup-steps.ts';

import { countUnprotectedAdmins, hasReportingGame } from './setup.db.ts';
import { setupMarks } from './setup.settings.ts';

export { hasAdmin } from './setup.db.ts';

type SetupDeps = Pick<Deps, 'db' | 'live' | 'brand' | 'config' | 'payments'>;
type Caller = { actor: Actor; email: string };

export async function getSetup(deps: SetupDeps, email: string): Promise<SetupState> {
  const { config, payments } = deps;
  const { marks, isHidden } = await getSetting(deps, setupMarks);
  const done = await findDone(deps);
  const steps = config.demo ? [] : setupSteps;
  return {
    steps: steps.map((name) => ({
      name,
      isDone: done[name] || marks[name] === 'done',
      isSkipped: marks[name] === 'skipped',
    })),
    isHidden,
    mail: { server: mailServerOf(deps), from: describeSender(deps), to: email },
    payments: { mode: payments.mode, isSelling: payments.isSelling },
    settingsFile: config.settingsFile ?? null,
  };
}

async function findDone(deps: SetupDeps): Promise<Record<SetupStep, boolean>> {
  const { db, payments } = deps;
  const { appearance, version } = await getAppearance(deps);
  const { mailServer } = await getSetting(deps, setupMarks);
  const isFree = payments.isSelling && payments.mode !== 'live';
  return {
    look: version > 0,
    logo: appearance.logo !== null,
    'two-factor': (await countUnprotectedAdmins(db)) === 0,
    mail: mailServer !== null && mailServer === mailServerOf(deps),
    payments: !isFree || !(await isOn(deps, 'shop')),
    game: await hasReportingGame(db),
    launcher: (await getLauncher(deps)).isLive,
    texts: false,
    backups: false,
  };
}

export async function markSetupStep(
  deps: SetupDeps,
  { actor, email }: Caller,
  { name, mark }: { name: SetupStep; mark: 'done' | 'skipped' | null },
): Promise<SetupState> {
  const { marks } = await getSetting(deps, setupMarks);
  const { [name]: _before, ...others } = marks;
  await saveMarks(deps, actor, {
    marks: mark === null ? others : { ...others, [name]: mark },
  });
  return getSetup(deps, email);
}

export async function hideSetup(
  deps: SetupDeps,
  { actor, email }: Caller,
  isHidden: boolean,
): Promise<SetupState> {
  await saveMarks(deps, actor, { isHidden });
  return getSetup(deps, email);
}

export async function sendTestMail(
  deps: SetupDeps & Pick<Deps, 'mailer' | 'onProblem'>,
  { actor, email }: Caller,
): Promise<OutsideAnswer> {
  const recipient = { to: email, username: actor.name, values: {} };
  const mail = await composeMail(deps, deps.db, 'test', recipient);
  const answer = await sendMail({ ...deps, mail });
  await saveMarks(deps, actor, { mailServer: answer.isAccepted ? mailServerOf(deps) : null });
  return answer;
}

/** For the command line, which has sent the email itself. */
export async function recordTestMail(deps: SetupDeps, actor: Actor): Promise<void> {
  await saveMarks(deps, actor, { mailServer: mailServerOf(deps) });
}

/** A restricted key may not read the balance; Stripe's refusal then says that it knows the key. */
export async function checkPayments({ payments }: Pick<Deps, 'payments'>): Promise<OutsideAnswer> {
  const { mode } = payments;
  if (mode !== 'live' && mode !== 'test') {
    return { isAccepted: false, text: 'There is no Stripe key to check.' };
  }
  const isAccepted = { isAccepted: true, text: `Stripe accepts the ${mode} key.` };
  try {
    const stripe = await payments.stripe();
    await stripe.balance.retrieve();
    return isAccepted;
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 403) {
      return isAccepted;
    }
    return { isAccepted: false, text: `Stripe refused STRIPE_SECRET_KEY: ${messageOf(error)}` };
  }
}

async function saveMarks(
  deps: SetupDeps,
  actor: Actor,
  changed: Partial<SetupMarks>,
): Promise<void> {
  const before = await getSetting(deps, setupMarks);
  await change(deps, actor, 'admin', async (trx, audit) => {
    const value = { ...before, ...changed };
    await setSetting({ ...deps, db: trx }, setupMarks, { value, by: actor.id });
    audit('site/setting-changed', 'site.setup', { before: { value: before }, after: { value } });
  });
}

function describeSender({ brand, config }: Pick<Deps, 'brand' | 'config'>): string {
  const { name, address } = senderOf(config, brand.now().name);
  return `${name} <${address}>`;
}

function mailServerOf({ config }: Pick<Deps, 'config'>): string | null {
  return config.smtpUrl ? describeMailServer(config.smtpUrl) : null;
}
