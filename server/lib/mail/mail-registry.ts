import type { MailKind } from '#shared/endpoints/mail-texts.ts';
import type { MailText } from '#shared/rules/mail-fill.ts';

/** A placeholder must not be removed while owners may use it: their text would be replaced by the default. */
type Registered = {
  name: string;
  when: string;
  text: MailText;
  placeholders: Record<string, Placeholder>;
};

type Placeholder = {
  description: string;
  /** For the preview and for test emails. */
  sample: string | ((site: SampleSite) => string);
  isRequired?: true;
};

export type SampleSite = { siteUrl: string; coins: string };

export const commonPlaceholders = {
  site: 'The name of the site.',
  contact: 'The contact address of the site.',
  username: 'The name of the player who gets the email.',
};

export const mailRegistry = {
  'password-reset': {
    name: 'Password Reset',
    when: 'When someone asks to reset the password of an account.',
    text: {
      subject: 'Reset your {site} password',
      heading: 'Reset your password',
      text: `Someone, hopefully you, asked to reset the password of your account. Use the link below to choose a new one. It works once and expires after one hour.

If you did not ask for this, you can ignore this email. Your password will not change.

{link}`,
      button: 'Choose a new password',
    },
    placeholders: {
      link: {
        description: 'The button that leads to the page for the new password.',
        sample: ({ siteUrl }) => `${siteUrl}/reset-password?mode=resetPassword&oobCode=sample`,
        isRequired: true,
      },
    },
  },
  'password-was-reset': {
    name: 'Password Was Reset',
    when: 'After a password was changed with a reset link.',
    text: {
      subject: 'Your {site} password was changed',
      heading: 'Your password was changed',
      text: `The password of your account was just changed with a reset link sent by email, and every device was signed out.

If this was not you, contact {contact} immediately.`,
      button: null,
    },
    placeholders: {},
  },
  'email-confirmation': {
    name: 'Email Confirmation',
    when: 'After a registration and after a change of address, and when a player asks for the link again.',
    text: {
      subject: 'Confirm your email address for {site}',
      heading: 'Confirm your email address',
      text: `This address was entered for an account at {site}. Use the link below to confirm that it is yours. It works once and {lifetime}.

If you did not do this, you can ignore this email. The address will not be confirmed.

{link}`,
      button: 'Confirm this address',
    },
    placeholders: {
      link: {
        description: 'The button that confirms the address.',
        sample: ({ siteUrl }) => `${siteUrl}/confirm-email?mode=verifyEmail&oobCode=sample`,
        isRequired: true,
      },
      lifetime: {
        description: 'How long the link works, as the end of a sentence.',
        sample: 'expires after 24 hours',
      },
    },
  },
  'sign-in-changed': {
    name: 'Sign-In Changed',
    when: 'After the email address or the password of an account was changed. Goes to the old address.',
    text: {
      subject: 'Your {site} {changed} was changed',
      heading: 'Your account was changed',
      text: `Hello {username}, the {changed} of your account was just changed, and every other device was signed out.

If this was not you, contact {contact} immediately.`,
      button: null,
    },
    placeholders: {
      changed: {
        description: '“email address”, “password” or “email address and password”.',
        sample: 'email address',
      },
    },
  },
  'known-address': {
    name: 'Address Already Registered',
    when: 'When someone registers with an address that has an account, if the site keeps secret which addresses have one.',
    text: {
      subject: 'You already have a {site} account',
      heading: 'You already have an account',
      text: `Someone, possibly you, tried to register with this email address. It already has an account, so no new account was created.

If it was you, log in with your password, or reset it with the link below. If it was not you, you can ignore this email.

{link}`,
      button: 'Reset your password',
    },
    placeholders: {
      link: {
        description: 'The button that leads to the page for a reset.',
        sample: ({ siteUrl }) => `${siteUrl}/reset`,
      },
    },
  },
  'name-claim': {
    name: 'Claim a Name',
    when: 'When someone claims a reserved name whose owner’s address is known. Goes to that address.',
    text: {
      subject: 'Claim the name {name} at {site}',
      heading: 'Is {name} yours?',
      text: `Someone, hopefully you, wants to register as {name} at {site}. The name is reserved for the owner of that character, and we have this address on file for it. Use the link below to register with the name. It works once and expires after one hour.

If this was not you, do not open the link and do not pass it on. The name stays reserved for you.

{link}`,
      button: 'Register with this name',
    },
    placeholders: {
      name: { description: 'The reserved name.', sample: 'Iron Ada', isRequired: true },
      link: {
        description: 'The button that leads to the registration with this name.',
        sample: ({ siteUrl }) => `${siteUrl}/claim-name?claim=sample`,
        isRequired: true,
      },
    },
  },
  'event-reminder': {
    name: 'Event Reminder',
    when: 'Before an event begins, to players who said that they are going.',
    text: {
      subject: '{event} begins soon',
      heading: '{event} begins soon',
      text: `Hello {username}, you said you are going. It begins on {time}.

You can turn these reminders off in your settings: {settings}

{link}`,
      button: 'See the event',
    },
    placeholders: {
      event: { description: 'The title of the event.', sample: 'The Autumn Hunt' },
      time: {
        description: 'When it begins, in the time zone of the event and in UTC.',
        sample: 'Saturday, 21 November 2026 at 8:00 pm CET (7:00 pm UTC)',
        isRequired: true,
      },
      settings: {
        description: 'The address of the page where players turn the reminders off.',
        sample: ({ siteUrl }) => `${siteUrl}/profile/settings`,
        isRequired: true,
      },
      link: {
        description: 'The button that leads to the event.',
        sample: ({ siteUrl }) => `${siteUrl}/events`,
      },
    },
  },
  receipt: {
    name: 'Receipt',
    when: 'After a top-up was paid.',
    text: {
      subject: 'Your {site} receipt: {coins}',
      heading: '{coins} are yours',
      text: `Hello {username}, thank you. We received your payment of {amount} on {time} and added {coins} to your balance.

{test}

Order {order}. Keep this email as your receipt. If you have questions about it, write to {contact}.

{link}`,
      button: 'Open the store',
    },
    placeholders: {
      amount: {
        description: 'What was paid, with the currency.',
        sample: '$5.00',
        isRequired: true,
      },
      coins: {
        description: 'How many coins were added, with their name.',
        sample: ({ coins }) => `500 ${coins}`,
        isRequired: true,
      },
      order: { description: 'The number of the order.', sample: '1042', isRequired: true },
      time: { description: 'When it was paid.', sample: '2026-11-20 19:30 UTC' },
      test: {
        description: 'Says that no real money was taken. Empty for real payments.',
        sample: 'This was a test payment: no real money was taken.',
        isRequired: true,
      },
      link: {
        description: 'The button that leads to the store.',
        sample: ({ siteUrl }) => `${siteUrl}/shop`,
      },
    },
  },
  gift: {
    name: 'Gift',
    when: 'When a player gets a gift from another one and wants to be told by email.',
    text: {
      subject: '{from} gave you {item}',
      heading: 'A gift from {from}',
      text: `Hello {username}, {from} gave you {item}. Log in to the game with a free inventory slot to receive it.

{link}

You can turn these emails off in your wallet.`,
      button: 'Open your wallet',
    },
    placeholders: {
      from: { description: 'The name of the giver.', sample: 'Iron Ada', isRequired: true },
      item: { description: 'The name of the item.', sample: 'Lantern', isRequired: true },
      link: {
        description: 'The button that leads to the wallet.',
        sample: ({ siteUrl }) => `${siteUrl}/profile/wallet`,
      },
    },
  },
  'inbox-answer': {
    name: 'Answer From the Staff',
    when: 'When the staff answers in a thread, or decides about an appeal.',
    text: {
      subject: '{site}: an answer for you',
      heading: 'The staff has answered',
      text: `Hello {username}, there is an answer to your message. Open the page below to read it and to write back.

{link}`,
      button: 'Read the answer',
    },
    placeholders: {
      link: {
        description: 'The button that leads to the thread.',
        sample: ({ siteUrl }) => `${siteUrl}/support?thread=42`,
        isRequired: true,
      },
    },
  },
  'game-password-set': {
    name: 'Game Password Set',
    when: 'After a player set a separate password for the game.',
    text: {
      subject: 'Your {site} game password was set',
      heading: 'Game password set',
      text: `The password you use to log in to the game was just set.

If this was not you, write to {contact} at once.`,
      button: null,
    },
    placeholders: {},
  },
  'game-password-removed': {
    name: 'Game Password Removed',
    when: 'After a player removed the separate password for the game.',
    text: {
      subject: 'Your {site} game password was removed',
      heading: 'Game password removed',
      text: `The password you use to log in to the game was just removed.

If this was not you, write to {contact} at once.`,
      button: null,
    },
    placeholders: {},
  },
  'deletion-requested': {
    name: 'Account Will Be Deleted',
    when: 'When a player, or an admin for a player, asks for the deletion of the account.',
    text: {
      subject: 'Your {site} account will be deleted',
      heading: 'Your account will be deleted',
      text: `Hello {username}, your account at {site} will be deleted on {day}. Until then you can change your mind: log in and choose “Keep My Account”.

If you did not ask for this, log in and keep your account, change your password, and write to {contact}.

{link}`,
      button: 'Keep my account',
    },
    placeholders: {
      day: { description: 'The day of the deletion.', sample: '2026-12-01' },
      link: {
        description: 'The button that leads to the settings.',
        sample: ({ siteUrl }) => `${siteUrl}/profile/settings`,
        isRequired: true,
      },
    },
  },
  'account-deleted': {
    name: 'Account Deleted',
    when: 'When the days to change one’s mind are over, just before the data is removed.',
    text: {
      subject: 'Your {site} account is deleted',
      heading: 'Your account is deleted',
      text: `Hello {username}, your account at {site} is now deleted, as you were told before. Your name and email address are removed from the site. This is the last email you get from us.`,
      button: null,
    },
    placeholders: {},
  },
  test: {
    name: 'Test Email',
    when: 'When an admin tests the mail server during the setup.',
    text: {
      subject: 'Test email from {site}',
      heading: 'Email works',
      text: '{site} can send emails. You do not need to do anything.',
      button: null,
    },
    placeholders: {},
  },
} satisfies Record<MailKind, Registered>;

/** The values that the sender of an email must provide. */
export type MailValues<K extends MailKind> = Record<
  keyof (typeof mailRegistry)[K]['placeholders'] & string,
  string
>;

export function getRegistered(kind: MailKind): Registered {
  return mailRegistry[kind];
}
