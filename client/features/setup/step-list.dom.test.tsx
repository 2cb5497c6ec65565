import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, hold, inTurn, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render, renderScreen } from '#client/testing/render-page.tsx';
import type { SetupState } from '#shared/endpoints/setup.ts';
import { setupSteps, setupTexts } from '#shared/rules/setup-steps.ts';

import { MailStep } from './mail-step.tsx';
import { OpenSteps } from './open-steps.tsx';
import { PaymentsStep } from './payments-step.tsx';
import { StepList } from './step-list.tsx';

type Step = SetupState['steps'][number];

const route = 'PUT /api/admin/setup/steps/{name}';
const buttonsOf: [Partial<Step> & Pick<Step, 'name'>, string[]][] = [
  [{ name: 'launcher' }, ['Open: Launcher', 'Skip: Launcher']],
  [{ name: 'launcher', isSkipped: true }, ['Open: Launcher', 'Take Up Again: Launcher']],
  [{ name: 'launcher', isDone: true }, []],
  [{ name: 'launcher', isDone: true, isSkipped: true }, []],
  [{ name: 'backups' }, ['Mark as Done: Backups, restored once', 'Skip: Backups, restored once']],
];

test.each(buttonsOf)('the buttons of a step: %j', async (step, names) => {
  const full = { isDone: false, isSkipped: false, ...step };
  await renderScreen(<StepList steps={[full]} />, { address: '/admin', as: 'admin' });
  const shown = document.querySelectorAll('[aria-label*=": "]');
  expect([...shown].map((one) => one.getAttribute('aria-label'))).toEqual(names);
});

test('open steps come first, and each button sends its mark', async () => {
  const steps: Step[] = [
    { name: 'logo', isDone: true, isSkipped: false },
    { name: 'game', isDone: false, isSkipped: true },
    { name: 'backups', isDone: false, isSkipped: false },
  ];
  const { user } = await renderScreen(<StepList steps={steps} />, {
    address: '/admin',
    as: 'admin',
    answers: { [route]: { steps } as SetupState },
  });
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts.map((text) => /^(?:Backups|Logo|Game)/.exec(text ?? '')?.[0])).toEqual([
    'Backups',
    'Logo',
    'Game',
  ]);
  for (const label of [/^Mark as Done/, /^Skip/, /^Take Up Again/]) {
    await user.click(screen.getByLabelText(label));
  }
  await expect.poll(() => requests(route)).toHaveLength(3);
  expect(requests(route).map(({ params, body }) => [params['name'], body])).toEqual([
    ['backups', { mark: 'done' }],
    ['backups', { mark: 'skipped' }],
    ['game', { mark: null }],
  ]);
});

const settled: SetupState = {
  isHidden: false,
  steps: [
    { name: 'logo', isDone: true, isSkipped: false },
    { name: 'game', isDone: false, isSkipped: true },
  ],
  mail: { server: 'smtp.example.test:587', from: 'site@example.test', to: 'me@example.test' },
  payments: { mode: 'live', isSelling: true },
  settingsFile: '/srv/site/.env',
};
const { steps } = settled;
const unsettled: SetupState = {
  ...settled,
  steps: [...steps, { name: 'backups', isDone: false, isSkipped: false }],
};

async function openDashboard(state: SetupState) {
  const view = await renderScreen(
    <>
      <p>The dashboard</p>
      <OpenSteps />
    </>,
    { address: '/admin', as: 'admin', answers: { 'GET /api/admin/setup': state } },
  );
  await expect.poll(() => requests('GET /api/admin/setup').length).toBe(1);
  return view;
}

test('the dashboard counts the steps that are neither done nor skipped, which cannot be hidden', async () => {
  await openDashboard(unsettled);
  await screen.findByText('Still Open: 1 of 3');
  expect(screen.queryByText('Hide This List')).toBeNull();
});

test('the list of a site that is set up can be hidden', async () => {
  const { user } = await openDashboard(settled);
  const hide = 'PATCH /api/admin/setup';
  answer({ [hide]: { ...settled, isHidden: true } });
  answer({ 'GET /api/admin/setup': { ...settled, isHidden: true } });
  await screen.findByText('The Site Is Set Up');
  await user.click(screen.getByText('Hide This List'));
  await expect.poll(() => screen.queryByText('The Site Is Set Up')).toBeNull();
  expect(requests(hide).map(({ body }) => body)).toEqual([{ isHidden: true }]);
});

test.each([
  ['off', false, 'Off', []],
  ['test', true, 'Test', ['Check the Stripe Key']],
  ['live', true, 'Live', ['Check the Stripe Key']],
  // Nothing is sold, but the key is there and can be checked.
  ['live', false, 'Off', ['Check the Stripe Key']],
] as const)(
  'payments that are %s, selling: %s, are shown as %s',
  (mode, isSelling, label, buttons) => {
    render(<PaymentsStep state={{ ...settled, payments: { mode, isSelling } }} />);
    expect(
      screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${label}`) }).checked,
    ).toBe(true);
    expect(
      screen.queryAllByText('Check the Stripe Key').map(({ textContent }) => textContent),
    ).toEqual(buttons);
    // Lines are shown only for another choice than the present one.
    expect(screen.queryByText(/^PAYMENTS=/)).toBeNull();
    expect(screen.queryByText(/Webhook$/) !== null).toBe(label !== 'Off');
  },
);

test('another choice of payments shows the lines to set, and the sandbox is warned of', async () => {
  const payments = { mode: 'sandbox', isSelling: true } as const;
  const { user } = render(<PaymentsStep state={{ ...settled, payments }} />);
  screen.getByText(/built-in sandbox/);
  screen.getByText('PAYMENTS=off');
  await user.click(screen.getByRole('radio', { name: /^Live/ }));
  screen.getByText(/^PAYMENTS=stripe\s+STRIPE_SECRET_KEY=sk_live_/);
  expect(screen.queryByText('Check the Stripe Key')).toBeNull();
});

test('the answer of the payment provider is shown, also that it did not come', async () => {
  const check = 'GET /api/admin/setup/payments';
  const { user } = render(<PaymentsStep state={settled} />, {
    answers: { [check]: { isAccepted: false, text: 'The key is wrong.' } },
  });
  await user.click(screen.getByText('Check the Stripe Key'));
  await screen.findByText('The key is wrong.');
  answer({ [check]: refuse('request/rate-limited', 'Too many requests.') });
  await user.click(screen.getByText('Check the Stripe Key'));
  await screen.findByText('Too many requests.');
});

test('without a mail server the step names the settings, with one it sends a test', async () => {
  const send = 'POST /api/admin/setup/test-mail';
  const held = hold<typeof send>();
  const { user, unmount } = render(<MailStep state={settled} />, {
    answers: { [send]: held.answer, 'GET /api/admin/setup': settled },
  });
  const button = screen.getByText('Send a Test to me@example.test');
  await user.click(button);
  await user.click(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  held.give({ isAccepted: true, text: 'Accepted.' });
  await screen.findByText('Accepted.');
  expect(requests(send)).toHaveLength(1);
  unmount();
  render(<MailStep state={{ ...settled, mail: { ...settled.mail, server: null } }} />);
  screen.getByText('No mail server is set up, so this site sends no email.');
  screen.getByText(/^SMTP_URL=/);
  expect(screen.queryByText(/^Send a Test/)).toBeNull();
});

test('the list of steps is read again after a test email', async () => {
  const send = 'POST /api/admin/setup/test-mail';
  const { user } = await renderScreen(
    <>
      <OpenSteps />
      <MailStep state={settled} />
    </>,
    {
      address: '/admin',
      as: 'admin',
      answers: {
        [send]: { isAccepted: true, text: 'Accepted.' },
        'GET /api/admin/setup': inTurn(unsettled, settled),
      },
    },
  );
  await screen.findByText('Still Open: 1 of 3');
  await user.click(screen.getByText('Send a Test to me@example.test'));
  await screen.findByText('Accepted.');
  screen.getByText('The Site Is Set Up');
});

test('a step says why it matters until it is settled, and where it is done', async () => {
  const all = setupSteps.map((name) => ({ name, isDone: false, isSkipped: false }));
  const { unmount } = await renderScreen(<StepList steps={all} />, {
    address: '/admin',
    as: 'admin',
  });
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    '/admin/setup#look',
    '/admin/setup#look',
    '/profile/settings',
    '/admin/setup#mail',
    '/admin/setup#payments',
    '/admin/setup#game',
    '/admin/server?view=launcher',
    '/admin/pages',
  ]);
  screen.getByText(setupTexts.mail.why);
  unmount();
  const settledSteps = [
    { name: 'mail', isDone: true, isSkipped: true },
    { name: 'game', isDone: false, isSkipped: true },
  ] as const;
  await renderScreen(<StepList steps={[...settledSteps]} />, { address: '/admin', as: 'admin' });
  screen.getByText(`${setupTexts.mail.label}: done`);
  screen.getByText(`${setupTexts.game.label}: skipped`);
  expect(screen.queryByText(setupTexts.mail.why)).toBeNull();
});

test('the settings to write name their file, or the environment where there is none', async () => {
  const off = { ...settled, mail: { ...settled.mail, server: null } };
  const { unmount } = render(<MailStep state={off} />);
  screen.getByText('/srv/site/.env');
  screen.getByLabelText('.env', { selector: 'pre' });
  screen.getByText(/^SMTP_URL=.*\s+MAIL_FROM=Testhold <no-reply@localhost>$/);
  screen.getByText(/^Put these lines into/);
  unmount();
  const payments = { mode: 'sandbox', isSelling: true } as const;
  render(<PaymentsStep state={{ ...settled, payments, settingsFile: null }} />);
  screen.getByText(/^Put this line into the environment of the server, instead of/);
  screen.getByLabelText('Settings', { selector: 'pre' });
});

test('an email that the mail server refuses is told in red, and the address is named', async () => {
  const send = 'POST /api/admin/setup/test-mail';
  const { user } = render(<MailStep state={settled} />, {
    answers: { [send]: { isAccepted: false, text: 'Refused: 550.' } },
  });
  screen.getByText('smtp.example.test:587');
  screen.getByText('site@example.test');
  await user.click(screen.getByText('Send a Test to me@example.test'));
  const answered = (await screen.findByText('Refused: 550.')).closest('[class*=callout]');
  expect(answered?.className).toContain('blood');
});

test('nothing is listed for a site without steps', async () => {
  await openDashboard({ ...settled, steps: [] });
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(screen.queryByText(/^Still Open|^The Site Is Set Up/)).toBeNull();
});
