/** The groups of Server → Site, in their order. The keys are the anchors. */
export const siteGroups = {
  money: 'Money',
  players: 'Players',
  features: 'Features',
  notices: 'Notices and Links',
  look: 'Look and Texts',
} as const;
export type SiteGroup = keyof typeof siteGroups;
