import { defineSetting } from '#server/lib/data/settings.ts';
import { InboxSettings } from '#shared/endpoints/inbox.ts';

export const inboxSettings = defineSetting('inbox.settings', InboxSettings, {
  categories: ['Account and sign-in', 'The game', 'Something else'],
  answers: [
    {
      name: 'We are looking into it',
      text: 'Hello {player},\n\nthank you for your message. We are looking into it and will write to you here.\n\n{staff}',
    },
    {
      name: 'We need more details',
      text: 'Hello {player},\n\nplease tell us when it happened, on which game server, and what you saw. A picture helps.\n\n{staff}',
    },
    {
      name: 'Solved',
      text: 'Hello {player},\n\n“{subject}” is solved. If something is still wrong, write here and we will look at it again.\n\n{staff}',
    },
  ],
  appealDays: 30,
  keepDays: 365,
});
