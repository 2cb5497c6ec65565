// The states that every screen has: it loads, it could not be loaded and can be retried, there is nothing
// to show, or what the address names does not exist.
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import type { Route, RouteAnswer } from '#shared/api.ts';
import * as modules from '#shared/endpoints.ts';

import { answer, noConnection, refuse, requests } from './fake-fetch.ts';
import type { Answers } from './fake-fetch.ts';
import { renderPage } from './render-page.tsx';

type Options = NonNullable<Parameters<typeof renderPage>[1]>;

type States<R extends Route> = Options & {
  path: string;
  /** The read that the screen, or this part of it, waits for. */
  route: R;
  /** Shown until the answer is there. Left out for parts that have only a skeleton. */
  loading?: string;
  /** The heading of the error. */
  error: string;
  /** An answer, best one without entries, and a text that is shown then and only then. */
  ready?: [RouteAnswer<R>, text: string];
  /** For addresses that name something: the heading if it does not exist. */
  missing?: string;
};

const unreachable = 'The server cannot be reached. Check your connection and try again.';

/** The heading of the not-found page. */
export const notFound = 'The road ends here';

export function testStates<R extends Route>(name: string, states: States<R>): void {
  testAnyStates(name, states);
}

// Without the types of the answers: the compiler would compute those of all routes.
type AnyStates = Omit<States<never>, 'route' | 'ready'> & {
  route: Route;
  ready?: [unknown, text: string];
};

function testAnyStates(name: string, states: AnyStates): void {
  const { path, route, loading, error, ready, missing, ...options } = states;

  function open(outcome: unknown) {
    // The site also logs some failures.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    answerNothing();
    return renderPage(path, { ...options, answers: { ...options.answers, ...answerTo(outcome) } });
  }

  function answerTo(outcome: unknown): Answers {
    return { [route]: outcome };
  }

  const [readyAnswer, readyText] = ready ?? [];

  test(`${name}: loading, an error with a retry, then the answer`, async () => {
    const first = holdAnything();
    const { user } = await open(first.answer);
    await expect.poll(() => requests(route)).not.toEqual([]);
    await expectShown(loading, [error, readyText]);
    first.give(noConnection);
    await expectShown(error, [loading, readyText]);
    const alert = screen.getByText(error).closest<HTMLElement>('[role=alert]');
    expect(alert?.textContent).toContain(unreachable);
    const second = holdAnything();
    answer(answerTo(second.answer));
    await user.click(within(alert!).getByText('Try Again'));
    await expectShown(loading, [error, readyText]);
    if (ready) second.give(readyAnswer);
    await expectShown(readyText, [error, ready && loading]);
  });

  test.each(missing === undefined ? [] : [missing])(
    `${name}: "%s" if it does not exist`,
    async (text) => {
      await open(refuse('request/not-found', 'There is no such thing.'));
      expect(await screen.findByText(text)).toBeTruthy();
      expect(screen.queryByText(error)).toBeNull();
    },
  );
}

/** Undefined texts are those that a screen does not have. */
async function expectShown(text: string | undefined, hidden: (string | undefined)[]) {
  if (text !== undefined) await screen.findByText(text);
  for (const other of hidden.filter((one) => one !== undefined)) {
    await expect.poll(() => screen.queryByText(other)).toBeNull();
  }
}

/** `hold()` for an answer of any route, or of another server. */
export function holdAnything() {
  let give: (outcome: unknown) => void = () => {};
  const promise = new Promise<unknown>((resolve) => {
    give = resolve;
  });
  return { answer: () => promise, give: (outcome: unknown) => give(outcome) };
}

/** No read is answered: the other parts of a screen stay in their loading state. */
export function answerNothing(): void {
  const endpoints = Object.values(modules).flatMap((module): unknown[] => Object.values(module));
  const reads = endpoints.filter(isRead);
  const pending: object = Object.fromEntries(
    reads.map(({ path }) => [`GET ${path}`, holdAnything().answer]),
  );
  answer(pending);
}

function isRead(value: unknown): value is { path: string } {
  return typeof value === 'object' && value !== null && 'method' in value && value.method === 'GET';
}
