/** The links that every site has, by the page they lead to, in their order. `chat` is the community chat. */
export const headerLinks = {
  '/': 'Home',
  '/play': 'Play',
  chat: 'Community',
  '/events': 'Events',
  '/hiscores': 'Hiscores',
  '/polls': 'Polls',
} as const;
export type HeaderLink = keyof typeof headerLinks;

export const footerLinks = {
  '/play': 'Download',
  '/hiscores': 'Hiscores',
  '/shop': 'Store',
  '/events': 'Events',
  '/polls': 'Polls',
  chat: 'Community chat',
  '/support': 'Support',
  '/terms': 'Terms',
  '/privacy': 'Privacy',
  '/api/docs': 'API',
} as const;
export type FooterLink = keyof typeof footerLinks;

/** Another label for a link; null hides it. */
export type ChangedLinks<Key extends string> = { [K in Key]?: string | null | undefined };

/** Links that depend on the reader. An admin sees the most. */
const ofAdmins = 'Profile Admin Logout'.split(' ');
/** Pixels that the widest header has for links, beside a name, a purse and the number of players. */
const room = 740;
/** The arrow of "Community" and of "More". */
const arrow = 20;
const more = estimateWidth('More') + arrow;

/** `wide` needs a large screen; smaller ones show the menu of phones, as every screen does with `menu`. */
export const headerSizes = ['normal', 'wide', 'menu'] as const;

/** How many of the owner's links have room beside those that every site has. The others are under "More". */
export function fitHeader(changed: ChangedLinks<HeaderLink>, own: readonly string[]) {
  const without = own.findIndex((_, at) => addWidths(changed, own.slice(0, at + 1)) + more > room);
  const count = without < 0 ? own.length : without;
  const width = addWidths(changed, own.slice(0, count));
  const size = width + more > room ? 'menu' : width > addWidths({}, []) ? 'wide' : 'normal';
  return { count, size } satisfies { count: number; size: (typeof headerSizes)[number] };
}

function addWidths(changed: ChangedLinks<HeaderLink>, own: readonly string[]): number {
  const keys = Object.keys(headerLinks) as HeaderLink[];
  const shown = keys.filter((key) => changed[key] !== null);
  const labels = shown.map((key) => changed[key] ?? headerLinks[key]);
  const widths = [...labels, ...own, ...ofAdmins].map(estimateWidth);
  return widths.reduce((sum, width) => sum + width, shown.includes('chat') ? arrow : 0);
}

/** With the space around it. */
function estimateWidth(label: string): number {
  return label.length * 7.7 + 20;
}
