import * as z from 'zod/mini';

import type { Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { importEvent } from '#server/features/events/import-events.service.ts';
import { getLabels } from '#server/features/labels/labels.service.ts';
import { importPost } from '#server/features/news/import-posts.service.ts';
import { addPastVoters, importPoll } from '#server/features/polls/import-polls.service.ts';
import { importShopItem } from '#server/features/shop/items.service.ts';
import { EventDraft } from '#shared/endpoints/events.ts';
import { PostDraft } from '#shared/endpoints/news.ts';
import { PollDraft } from '#shared/endpoints/polls.ts';
import { ItemDraft } from '#shared/endpoints/shop.ts';
import { AppError } from '#shared/errors.ts';
import type { LabelListName } from '#shared/rules/labels.ts';

import { isObject } from '../read-text-file.ts';
import { importAll } from './import-all.ts';
import type { ContentReport } from './import-all.ts';
import type { Document } from './read-collection.ts';
import { check, readNumber, readText, readTexts, readTime } from './read-values.ts';
import type { StoragePictures } from './storage-pictures.ts';

// The fields are those of docs/specification.md, section 3.

/** The accounts that were imported, in this run or before. */
export type ImportedPeople = {
  /** By uid or by name. */
  find: (person: string) => number | undefined;
  /** Who voted in the poll with this id; `isNew` if this run imported the account. */
  findVoters: (pollId: string) => { id: number; isNew: boolean }[];
};

type Context = {
  deps: Pick<Deps, 'config'>;
  trx: Trx;
  people: ImportedPeople;
  pictures: StoragePictures;
};
type Documents = readonly Document[];

const Item = z.pick(ItemDraft, {
  name: true,
  description: true,
  price: true,
  itemId: true,
  enabled: true,
});

export function importItems({ trx, pictures }: Context, documents: Documents) {
  return importAll(trx, 'shop', {
    documents,
    async importOne({ data }, note) {
      const item = check(Item, {
        name: readText(data.name),
        description: readText(data.description),
        price: readNumber(data.price),
        itemId: readNumber(data.itemId),
        enabled: data.enabled !== false,
      });
      if ('problem' in item) return item;
      const picture = await pictures.find(readText(data.image), note);
      return importShopItem(trx, { ...item.value, picture });
    },
  });
}

const Post = z.pick(PostDraft, { title: true, content: true });

/** Oldest first, so that newer posts get higher ids. */
export async function importPosts(
  { deps, trx, people, pictures }: Context,
  documents: Documents,
): Promise<ContentReport> {
  const chooseCategory = await openLabels(trx, 'news');
  let scheduled = 0;
  const report = await importAll(trx, 'news', {
    documents: sortByTime(documents, ({ createdAt }) => createdAt),
    async importOne({ data }, note) {
      const createdAt = readTime(data.createdAt);
      if (!createdAt) return { problem: 'createdAt is not a time' };
      const content = await pictures.replaceIn(readText(data.content), note);
      const post = check(Post, { title: readText(data.title), content });
      if ('problem' in post) return post;
      const author = readText(data.author, data.authorId, data.createdBy, data.creatorId);
      try {
        const id = await importPost(deps, trx, {
          ...post.value,
          category: chooseCategory(readText(data.category), note),
          picture: await pictures.find(readText(data.displayImage), note),
          createdAt,
          authorId: people.find(author) ?? null,
        });
        if (createdAt > new Date()) scheduled += 1;
        return id;
      } catch (error) {
        // The sanitiser refuses it before anything is written.
        if (error instanceof AppError) return { problem: error.message };
        throw error;
      }
    },
  });
  return { ...report, scheduled };
}

const PollTexts = z.pick(PollDraft, { title: true, questions: true });
const maxVotes = 1_000_000;

export function importPolls({ trx, people }: Context, documents: Documents) {
  return importAll(trx, 'polls', {
    documents: sortByTime(documents, ({ endTime }) => endTime),
    async importOne({ id, data }, note) {
      const endsAt = readTime(data.endTime);
      if (!endsAt) return { problem: 'endTime is not a time' };
      const asked = readObjects(data.questions).map((question) => ({
        question: readText(question.question, question.text),
        answers: readAnswers(question.answers),
      }));
      const questions = asked.map(({ question, answers }) => ({
        question,
        answers: answers.map(({ text }) => text),
      }));
      const poll = check(PollTexts, { title: readText(data.title), questions });
      if ('problem' in poll) return poll;
      const now = new Date();
      const end = endsAt < now ? endsAt : now;
      return importPoll(trx, {
        ...poll.value,
        createdAt: readTime(data.createdAt) ?? end,
        endsAt,
        endedAt: data.ended === true || endsAt <= now ? end : null,
        votes: asked.map(({ question, answers }) =>
          answers.map(({ text, votes }) => {
            if (Number.isInteger(votes) && votes >= 0 && votes <= maxVotes) return votes;
            note(
              `the votes for ${JSON.stringify(text)} in ${JSON.stringify(question)} are not a whole number up to ${maxVotes.toLocaleString('en')}, so they count as 0`,
            );
            return 0;
          }),
        ),
        voterIds: people.findVoters(id).map((voter) => voter.id),
      });
    },
    async onKnown({ id }, pollId) {
      const voters = people.findVoters(id).filter(({ isNew }) => isNew);
      await addPastVoters(
        trx,
        pollId,
        voters.map((voter) => voter.id),
      );
    },
  });
}

const EventTexts = z.pick(EventDraft, { title: true, description: true });

export async function importEvents(
  { trx, people }: Context,
  documents: Documents,
): Promise<ContentReport> {
  const chooseType = await openLabels(trx, 'events');
  return importAll(trx, 'events', {
    documents: sortByTime(documents, ({ dateTime }) => dateTime),
    async importOne({ data }, note) {
      const time = readTime(data.dateTime);
      if (!time) return { problem: 'dateTime is not a time' };
      const texts = check(EventTexts, {
        title: readText(data.title),
        description: readText(data.description),
      });
      if ('problem' in texts) return texts;
      const startsAt = new Date(Math.floor(time.getTime() / 60_000) * 60_000);
      const now = new Date();
      const rights = readNumber(data.creatorRights);
      return importEvent(trx, {
        ...texts.value,
        type: chooseType(readText(data.type), note),
        startsAt,
        createdAt: readTime(data.createdAt) ?? (startsAt < now ? startsAt : now),
        creatorId: people.find(readText(data.creatorId)) ?? null,
        creatorRights: [1, 2, 3].includes(rights) ? rights : 0,
        communityManager: data.communityManager === true,
        goingIds: findAll(people, data.going, note),
        interestedIds: findAll(people, data.interested, note),
      });
    },
  });
}

function findAll(people: ImportedPeople, names: unknown, note: (reason: string) => void): number[] {
  const found = readTexts(names).map((name) => ({ name, id: people.find(name) }));
  const missing = found.filter(({ id }) => id === undefined).map(({ name }) => name);
  if (missing.length > 0) note(`left out, because they have no account: ${missing.join(', ')}`);
  return found.flatMap(({ id }) => id ?? []);
}

/** Finds a label by its key or name. Unknown ones become the first label. */
async function openLabels(trx: Trx, list: LabelListName) {
  const { labels } = await getLabels({ db: trx }, list);
  return (text: string, note: (reason: string) => void): string => {
    const wanted = text.toLowerCase();
    const isWanted = (name: string) => name.toLowerCase() === wanted;
    const label = labels.find(({ key, name }) => isWanted(key) || isWanted(name));
    if (label) return label.key;
    const [first] = labels;
    note(`${JSON.stringify(text)} is not known here, so it is ${first?.name ?? ''} now`);
    return first?.key ?? '';
  };
}

function sortByTime(documents: Documents, timeOf: (data: Document['data']) => unknown): Document[] {
  const at = ({ data }: Document) => readTime(timeOf(data))?.getTime() ?? 0;
  return documents.toSorted((a, b) => at(a) - at(b));
}

function readObjects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function readAnswers(value: unknown): { text: string; votes: number }[] {
  return readObjects(value).map((answer) => ({
    text: readText(answer.text, answer.answer),
    votes: answer.votes === undefined ? 0 : readNumber(answer.votes),
  }));
}
