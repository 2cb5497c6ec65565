import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { setupSteps } from '../rules/setup-steps.ts';
import { Email, NewPassword, Username } from './accounts.ts';
import { PaymentMode } from './payments.ts';

const endpoint = endpointsOf('Setup');

const Code = z.string().check(z.minLength(1), z.maxLength(100));

export const checkSetupCode = endpoint('POST /auth/setup/check', {
  access: 'public',
  summary: 'Whether the code of a setup link makes the first admin. If not: 404.',
  body: z.object({ code: Code }),
  limit: { max: 30, seconds: 900 },
});

export const createFirstAdmin = endpoint('POST /auth/setup', {
  access: 'public',
  summary: 'Create the first admin of a new site, with the code of its setup link.',
  body: z.object({ code: Code, username: Username, email: Email, password: NewPassword }),
  limit: { max: 20, seconds: 900 },
});

const StepName = z.enum(setupSteps);
const Mark = z.enum(['done', 'skipped']);

export type SetupState = z.infer<typeof SetupState>;
const SetupState = z.object({
  /** Empty in a demo. */
  steps: z.array(z.object({ name: StepName, isDone: z.boolean(), isSkipped: z.boolean() })),
  /** An admin has hidden the list on the dashboard. */
  isHidden: z.boolean(),
  mail: z.object({
    /** Host and port; null without SMTP_URL. */
    server: z.nullable(z.string()),
    from: z.string(),
    /** Where the test email goes: the caller's address. */
    to: z.string(),
  }),
  payments: z.object({ mode: PaymentMode, isSelling: z.boolean() }),
  /** Where the site reads its settings from; null if only from the environment. */
  settingsFile: z.nullable(z.string()),
});

export const getSetup = endpoint('GET /api/admin/setup', {
  summary: 'What a new site still needs.',
  response: SetupState,
});

export const markSetupStep = endpoint('PUT /api/admin/setup/steps/{name}', {
  summary: 'Mark a step of the setup as done or skipped, or take the mark back with null.',
  params: z.object({ name: StepName }),
  body: z.object({ mark: z.nullable(Mark) }),
  response: SetupState,
});

export const hideSetup = endpoint('PATCH /api/admin/setup', {
  summary: 'Hide the list of steps on the dashboard, or show it again.',
  body: z.object({ isHidden: z.boolean() }),
  response: SetupState,
});

/** The answer of a server outside of the site, in one line. */
export type OutsideAnswer = z.infer<typeof OutsideAnswer>;
export const OutsideAnswer = z.object({ isAccepted: z.boolean(), text: z.string() });

export const sendTestMail = endpoint('POST /api/admin/setup/test-mail', {
  summary: 'Send a test email to the caller and say whether the mail server accepted it.',
  response: OutsideAnswer,
  limit: { max: 10, seconds: 600 },
});

export const checkPayments = endpoint('GET /api/admin/setup/payments', {
  summary: 'Whether Stripe accepts the key in the settings.',
  response: OutsideAnswer,
  limit: { max: 20, seconds: 600 },
});

export const SetupMarks = z.object({
  marks: z.partialRecord(StepName, Mark),
  isHidden: z.boolean(),
  /** The mail server that accepted the last test email. */
  mailServer: z.nullable(z.string()),
});
export type SetupMarks = z.infer<typeof SetupMarks>;
