import { findDemoPlayerIds } from '#server/demo/demo-players.ts';
import type { Deps } from '#server/deps.ts';
import type { PollDraft } from '#shared/polls.ts';

import { insertBallot, insertPoll } from './polls.db.ts';

type DemoPoll = {
  /** `begins` and `ends` are in days from now. */
  begins: number;
  ends: number;
  title: string;
  questions: PollDraft['questions'];
  /** Out of 24. */
  voters: number;
};

const yesNo = ['Yes', 'No', 'I do not mind'];

const demoPolls: DemoPoll[] = [
  {
    begins: -121,
    ends: -114,
    title: 'The shape of the first winter',
    voters: 13,
    questions: [
      {
        question: 'Which feast should the keep hold at midwinter?',
        answers: ['Lantern Night', 'The Long Table', 'A snowball siege'],
      },
      { question: 'Should the feast hats be tradeable?', answers: yesNo },
    ],
  },
  {
    begins: -103,
    ends: -96,
    title: 'Bank space',
    voters: 18,
    questions: [
      {
        question: 'How should players earn more bank space?',
        answers: ['By total level', 'By quests done', 'By a contract each', 'Just give it to us'],
      },
    ],
  },
  {
    begins: -84,
    ends: -77,
    title: 'The old mine road',
    voters: 15,
    questions: [
      {
        question: 'What should wait behind the collapsed tunnel?',
        answers: ['A second coal seam', 'A boss for a small team', 'A quest of its own'],
      },
      {
        question: 'Who should be able to go there?',
        answers: ['Everybody', 'Mining 60 and above', 'Mining 75 and above'],
      },
    ],
  },
  {
    begins: -66,
    ends: -59,
    title: 'World names',
    voters: 21,
    questions: [
      {
        question: 'What do we call the second world, should we need one?',
        answers: ['Saltmarsh', 'Hollow Bell', 'Emberfall', 'World 2'],
      },
    ],
  },
  {
    begins: -47,
    ends: -40,
    title: 'Contracts: what they ask, what they pay',
    voters: 19,
    questions: [
      {
        question: 'How long should one contract take?',
        answers: ['A quarter of an hour', 'Half an hour', 'An evening'],
      },
      {
        question: 'What should a finished contract pay?',
        answers: ['Experience', 'Coins', 'A bit of both', 'A token to spend'],
      },
      { question: 'May a contract be handed back without a penalty?', answers: yesNo },
    ],
  },
  {
    begins: -31,
    ends: -24,
    title: 'The dragon of the east ridge',
    voters: 22,
    questions: [
      {
        question: 'She is too easy. What should change?',
        answers: ['More fire', 'More friends of hers', 'A second phase', 'She is fine as she is'],
      },
    ],
  },
  {
    begins: -17,
    ends: -10,
    title: 'Harvest week',
    voters: 20,
    questions: [
      {
        question: 'Which skill gets the harvest bonus?',
        answers: ['Farming', 'Cooking', 'Herblore', 'Fishing'],
      },
      { question: 'Should the scarecrow stay all year?', answers: ['Yes', 'No, it stares'] },
    ],
  },
  {
    begins: -3,
    ends: 4,
    title: 'What should we build next?',
    voters: 14,
    questions: [
      {
        question: 'Which place should open first?',
        answers: ['The drowned library', 'The pilgrims’ harbour', 'The wyrm’s stair'],
      },
      {
        question: 'And what should come with it?',
        answers: ['A quest line', 'A boss', 'A minigame', 'A quiet place to fish'],
      },
    ],
  },
  {
    begins: -1.4,
    ends: 11,
    title: 'Safe fights in the ruins on weekends',
    voters: 9,
    questions: [
      {
        question: 'Should items be safe in the ruins from Friday to Sunday?',
        answers: ['Yes', 'Only during events', 'No'],
      },
    ],
  },
];

const day = 86_400_000;

export async function loadDemoPolls({ db }: Pick<Deps, 'db'>): Promise<void> {
  const players = [...(await findDemoPlayerIds(db)).values()];
  const random = createRandom(2006);
  for (const { begins, ends, title, questions, voters } of demoPolls) {
    const from = Date.now() + begins * day;
    const until = new Date(Date.now() + ends * day);
    const isEnded = until.getTime() < Date.now();
    const dates = { created_at: new Date(from), ends_at: until, ended_at: isEnded ? until : null };
    const pollId = await insertPoll(db, { title, ...dates }, questions);
    const span = Math.min(until.getTime(), Date.now()) - from;
    for (const accountId of shuffle(players, random).slice(0, voters)) {
      await insertBallot(db, {
        pollId,
        accountId,
        // Favour the first answers, so that there is a winner to show.
        answers: questions.map(({ answers }) => Math.floor(random() ** 1.7 * answers.length)),
        // Most players vote soon after the poll starts.
        votedAt: new Date(from + random() ** 1.6 * span),
      });
    }
  }
}

function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Seeded, so every run gives the same numbers (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
