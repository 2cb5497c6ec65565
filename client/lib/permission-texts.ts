import type { PagePath } from '#shared/pages.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

type Text = {
  label: string;
  description: string;
  page: Extract<PagePath, `/admin/${string}`> | '/events';
};

/** The permissions in the words of the admin area; docs/admin.md lists the endpoints of each. */
export const permissionTexts = {
  news: {
    label: 'News',
    description:
      'Write, publish, change and delete posts, upload pictures for them, and edit the categories.',
    page: '/admin/news',
  },
  events: {
    label: 'Events',
    description: 'Host events, change and delete the events of others, and edit the event types.',
    page: '/events',
  },
  polls: {
    label: 'Polls',
    description: 'Create, change, end and delete polls, and see their turnout.',
    page: '/admin/polls',
  },
  shop: {
    label: 'Shop',
    description:
      'Add, price, order and hide items, see purchases, and resend or refund items that were not delivered. Not top-ups, and not closing the store.',
    page: '/admin/shop',
  },
  players: {
    label: 'Players and sanctions',
    description:
      'See players, and mute, ban, kick or move those with lower rights. Not email addresses, coins, sessions or rights.',
    page: '/admin/users',
  },
  server: {
    label: 'Server',
    description:
      'See and rename game servers, send broadcasts and restarts, and edit contracts. Not tokens, the launcher or settings.',
    page: '/admin/server',
  },
  inbox: {
    label: 'Inbox',
    description:
      'Answer questions and reports, and block players from the inbox. Appeals need “Players and sanctions” too.',
    page: '/admin/inbox',
  },
  votes: {
    label: 'Votes',
    description:
      'Add and change toplists and their rewards, see callbacks, and reward refused ones.',
    page: '/admin/votes',
  },
} as const satisfies Record<StaffPermission, Text>;
