import { demoCommunityManager, findDemoPlayerIds } from '#server/demo/demo-players.ts';
import type { Deps } from '#server/deps.ts';
import { demoAccounts } from '#server/features/accounts/accounts.demo.ts';
import { getAccount } from '#server/features/accounts/accounts.service.ts';
import type { EventType } from '#shared/events.ts';

import { insertEvent, upsertAttendance } from './events.db.ts';
import { insertOptOut } from './reminders.db.ts';

type DemoEvent = {
  /** Days from today; `time` is in UTC. */
  day: number;
  time: string;
  title: string;
  type: EventType;
  host: 'admin' | 'staff' | 'manager' | 'player';
  going: number;
  interested: number;
  description: string;
};

const demoEvents: DemoEvent[] = [
  {
    day: -12,
    time: '19:00',
    title: 'The Long Night at the Ember Pits',
    type: 'Bossing',
    host: 'staff',
    going: 14,
    interested: 5,
    description:
      'Four hours, one furnace, and whatever crawls out of it. Thank you all for coming.',
  },
  {
    day: -5,
    time: '18:30',
    title: 'Lantern Walk to the Old Bridge',
    type: 'Community Game',
    host: 'manager',
    going: 11,
    interested: 3,
    description: 'A slow walk, a riddle at every milestone, and soup at the end of it.',
  },
  {
    day: 1,
    time: '19:00',
    title: 'Wyrm of the Hollow: weekly mass',
    type: 'Bossing',
    host: 'staff',
    going: 17,
    interested: 5,
    description:
      'The weekly trip to the Hollow. Bring sharks, an anti-fire potion and one friend who has never been.\n\nWe split into three teams at the gate; newcomers stand with Oak Warden and get the first kill. Meet on world 1, outside the keep.',
  },
  {
    day: 3,
    time: '20:30',
    title: 'Ruins Rumble: last one standing',
    type: 'PvP',
    host: 'admin',
    going: 9,
    interested: 8,
    description:
      'Sixteen enter the ruins, one walks out. Items are safe for the evening, pride is not. Level cap 70, no food after the horn.',
  },
  {
    day: 6,
    time: '17:00',
    title: 'Hide and seek in Saltmarsh Harbour',
    type: 'Community Game',
    host: 'manager',
    going: 12,
    interested: 6,
    description:
      'Lady Ash hides, everybody seeks. Five rounds, a clue every two minutes, and a silly hat for whoever finds her first.',
  },
  {
    day: 9,
    time: '19:30',
    title: 'Reading circle: The Drowned Library',
    type: 'Questing',
    host: 'player',
    going: 4,
    interested: 7,
    description:
      'I am doing this one for the first time and would love company. No spoilers, please! We read every line of dialogue aloud.',
  },
  {
    day: 13,
    time: '16:00',
    title: 'Big dig: ten thousand coal for the keep',
    type: 'Skilling',
    host: 'staff',
    going: 15,
    interested: 4,
    description:
      'The forges are cold and winter is near. Bring any pickaxe. When the cart is full, every digger gets a lamp.',
  },
  {
    day: 17,
    time: '20:00',
    title: 'Castle siege: reds against blues',
    type: 'Mini-game',
    host: 'admin',
    going: 19,
    interested: 3,
    description: 'Best of five. Captains are drawn from a helmet at the start, so come as you are.',
  },
  {
    day: 24,
    time: '18:00',
    title: 'Harvest feast and cook-off',
    type: 'Skilling',
    host: 'manager',
    going: 10,
    interested: 9,
    description:
      'Cook something that has never been cooked. The judges have eaten burnt swordfish for worse reasons. Tables are set in the great hall.',
  },
  {
    day: 33,
    time: '19:00',
    title: 'Founders’ night: three bosses, one evening',
    type: 'Bossing',
    host: 'staff',
    going: 8,
    interested: 12,
    description:
      'One year since the first torch was lit. We visit the three worst neighbours we have and end the night by the fire.',
  },
];

export async function loadDemoEvents({ db }: Pick<Deps, 'db'>): Promise<void> {
  const players = await findDemoPlayerIds(db);
  const ids = [...players.values()];
  // The demo players have no real email addresses, so they must not get reminders.
  for (const id of ids) await insertOptOut(db, id);
  const hosts = await findHosts(db, players.get(demoCommunityManager)!);
  for (const [at, event] of demoEvents.entries()) {
    const host = hosts[event.host];
    const startsAt = timeOf(event);
    const eventId = await insertEvent(db, {
      title: event.title,
      description: event.description,
      type: event.type,
      starts_at: startsAt,
      zone: 'Europe/London',
      creator_id: host.id,
      creator_rights: host.rights,
      community_manager: event.host === 'manager',
      is_begun_announced: startsAt < new Date(),
    });
    // A different set of players for each event, but the same on every run.
    const crowd = ids.map((_, place) => ids[(place * 7 + at * 5) % ids.length]!);
    for (const [place, accountId] of crowd.slice(0, event.going + event.interested).entries()) {
      const state = place < event.going ? 'going' : 'interested';
      await upsertAttendance(db, { eventId, accountId, state });
    }
  }
}

async function findHosts(db: Deps['db'], managerId: number) {
  async function find(email: string) {
    const { username, rights } = demoAccounts.find((account) => account.email === email)!;
    const { id } = await getAccount(db, username);
    return { id, rights };
  }
  return {
    admin: await find('admin@wynhold.test'),
    staff: await find('staff@wynhold.test'),
    player: await find('player@wynhold.test'),
    manager: { id: managerId, rights: 0 },
  };
}

function timeOf({ day, time }: DemoEvent): Date {
  const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
  return new Date(`${date}T${time}:00Z`);
}
