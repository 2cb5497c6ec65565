// A file of its own: the router needs it in the first load, to read `?type=` of /events.

export const eventTypes = [
  'Bossing',
  'PvP',
  'Community Game',
  'Questing',
  'Skilling',
  'Mini-game',
] as const;
