/** The steps of a new site, in the order in which the dashboard lists them. */
export const setupSteps = [
  'look',
  'logo',
  'two-factor',
  'mail',
  'payments',
  'game',
  'launcher',
  'texts',
  'backups',
] as const;
export type SetupStep = (typeof setupSteps)[number];

/** The site cannot see these, so an admin says when they are done. */
export const doneByHand: readonly SetupStep[] = ['texts', 'backups'];

/** Why each matters, for the dashboard and the command line. */
export const setupTexts: Record<SetupStep, { label: string; why: string }> = {
  look: {
    label: 'Name and colours',
    why: 'Players should recognise your world in the header, in emails and in link previews.',
  },
  logo: { label: 'Logo', why: 'It is the icon in browser tabs, on phones and in emails.' },
  'two-factor': {
    label: 'Two-factor sign-in of every admin',
    why: 'A stolen password must not be enough to control the site.',
  },
  mail: {
    label: 'Email, tested',
    why: 'Without it nobody can reset a password, and no receipts are sent.',
  },
  payments: {
    label: 'Payments, live or off',
    why: 'With test cards or the sandbox, coins cost nothing.',
  },
  game: {
    label: 'Game server, connected',
    why: 'It fills the hiscores, shows who is online and delivers what players buy.',
  },
  launcher: { label: 'Launcher', why: 'Without it the Play page has nothing to download.' },
  texts: {
    label: 'Terms and privacy policy, read',
    why: 'They bind you as the owner, so they must name you and say what is true.',
  },
  backups: {
    label: 'Backups, restored once',
    why: 'A backup that was never restored may not work when you need it.',
  },
};
