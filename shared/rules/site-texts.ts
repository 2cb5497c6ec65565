type SiteText = {
  label: string;
  /** Where pages show it; the editor groups the texts by it. */
  place: string;
  original: string;
  max: number;
};

/**
 * The sentences of the default world that an owner can replace. `{site}` means the name of the site,
 * `{player}` the name of the player who reads it. Pages repeat the original where they show a text, so that
 * this table is only loaded by the server and the editor; the types keep both equal.
 */
export const siteTexts = {
  world: { label: 'Heading of the pictures', place: 'Home', original: 'Beyond the Gate', max: 60 },
  tonight: {
    label: 'Heading of event, gains and poll',
    place: 'Home',
    original: 'Tonight at the Keep',
    max: 60,
  },
  noEvent: {
    label: 'No event is planned',
    place: 'Home',
    original: 'No event is planned yet. The fire is lit all the same.',
    max: 160,
  },
  noGains: {
    label: 'No experience was gained',
    place: 'Home',
    original: 'No experience was gained this week. The first place is free.',
    max: 160,
  },
  noPoll: {
    label: 'No poll is open',
    place: 'Home',
    original: 'No poll is open right now. The next one is never far.',
    max: 160,
  },
  noNews: {
    label: 'No news yet',
    place: 'Home',
    original: 'No news yet. The herald is still on the road.',
    max: 160,
  },
  closingHeading: {
    label: 'Last heading, for visitors',
    place: 'Home',
    original: 'Your seat is free',
    max: 60,
  },
  closingText: {
    label: 'Last text, for visitors',
    place: 'Home',
    original: 'The fire is lit, and nobody has taken the stool beside it. Come in and sit down.',
    max: 200,
  },
  welcomeHeading: {
    label: 'Last heading, for players',
    place: 'Home',
    original: 'The gate stands open',
    max: 60,
  },
  welcomeText: {
    label: 'Last text, for players',
    place: 'Home',
    original: 'The fire is lit, {player}, and they kept your stool warm.',
    max: 200,
  },
  newsLead: {
    label: 'Below the heading',
    place: 'News',
    original: 'All announcements, newest first.',
    max: 200,
  },
  newsEmpty: {
    label: 'No news yet',
    place: 'News',
    original: 'The herald is still on the road. Come back soon.',
    max: 160,
  },
  newsNoMatch: {
    label: 'No news of a category',
    place: 'News',
    original: 'The herald has nothing of this kind yet.',
    max: 160,
  },
  eventsLead: {
    label: 'Below the heading',
    place: 'Events',
    original:
      'Boss masses, sieges, quiet quests and silly hats. Say you are coming, and find friends at the gate.',
    max: 200,
  },
  hiscoresEmpty: {
    label: 'No player yet',
    place: 'Hiscores',
    original: 'Nobody has made a name for themselves yet.',
    max: 160,
  },
  pollsEmpty: {
    label: 'No poll is running',
    place: 'Polls',
    original: 'No poll is running right now. The next one is never far.',
    max: 160,
  },
  playLead: {
    label: 'Below the heading',
    place: 'Play',
    original:
      'The launcher keeps {site} up to date and starts the game. Download it, open it and step through the gate.',
    max: 240,
  },
  playChat: {
    label: 'Before the link to the chat',
    place: 'Play',
    original: 'Questions, or company for the road?',
    max: 100,
  },
  storeLead: {
    label: 'Below the heading',
    place: 'Store',
    original: 'Capes, crowns and curiosities, handed to your character by the next raven.',
    max: 200,
  },
  storeEmptyHeading: {
    label: 'No items: heading',
    place: 'Store',
    original: 'The shelves are empty',
    max: 60,
  },
  storeEmptyText: {
    label: 'No items: text',
    place: 'Store',
    original: 'The merchant is on the road. Look in again soon.',
    max: 160,
  },
  loginLead: {
    label: 'Login',
    place: 'Accounts',
    original: 'Welcome back. The fire is lit and your seat is free.',
    max: 160,
  },
  codeLead: {
    label: 'Two-factor sign-in',
    place: 'Accounts',
    original: 'Your password is right. One more key opens this gate.',
    max: 160,
  },
  resetLead: {
    label: 'Reset password',
    place: 'Accounts',
    original: 'Enter your email address and a raven brings you a link to set a new password.',
    max: 200,
  },
  resetDone: {
    label: 'Password changed',
    place: 'Accounts',
    original: 'The lock has a new key.',
    max: 160,
  },
  emailConfirmed: {
    label: 'Email confirmed',
    place: 'Accounts',
    original: 'The raven knows the way.',
    max: 160,
  },
  profileStatus: {
    label: 'Status of a player',
    place: 'Accounts',
    original:
      'The scouts are still out. Until they report, the hiscores know where everybody stands.',
    max: 200,
  },
  notFoundHeading: {
    label: 'Heading',
    place: 'Page not found',
    original: 'The road ends here',
    max: 60,
  },
  notFoundText: {
    label: 'Text',
    place: 'Page not found',
    original: 'This page does not exist, or it has moved on. The keep is still where you left it.',
    max: 200,
  },
  linkPreview: {
    label: 'Line above the title',
    place: 'Link preview picture',
    original: 'Free to play, made by fans',
    max: 40,
  },
  linkPreviewNote: {
    label: 'Line beside the name of the site',
    place: 'Link preview picture',
    original: 'Quests, bosses and friends by the fire',
    max: 40,
  },
} as const satisfies Record<string, SiteText>;

export type SiteTexts = typeof siteTexts;
export type SiteTextKey = keyof SiteTexts;

export const siteTextKeys = Object.keys(siteTexts) as SiteTextKey[];

/** The keys by place, in the order of the table. */
export const siteTextPlaces = [...new Set(siteTextKeys.map((key) => siteTexts[key].place))].map(
  (place) => ({ place, keys: siteTextKeys.filter((key) => siteTexts[key].place === place) }),
);
