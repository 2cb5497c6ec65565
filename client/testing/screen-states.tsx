// The states that every screen has: it loads, it could not be loaded and can be retried, there is nothing
// to show, or what the address names does not exist.
import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';

import type { Route, RouteAnswer } from '#shared/api.ts';
import * as modules from '#shared/endpoints.ts';

import { answer, hold, noConnection, refuse, requests } from './fake-fetch.ts';
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
  errorText?: string;
  /** An answer, best one without entries, and a text that is shown then and only then. */
  ready?: [RouteAnswer<R>, text: string];
  /** For addresses that name something: the heading if it does not exist. */
  missing?: string;
};

const unreachable = 'The server cannot be reached. Check your connection and try again.';

/** The heading of the not-found page. */
export const notFound = 'The road ends here';

export function testStates<R extends Route>(name: string, states: States<R>): void {
  const {
    path,
    route,
    loading,
    error,
    errorText = unreachable,
    ready,
    missing,
    ...options
  } = states;

  function open(outcome: Answers[R]) {
    // The site also logs some failures.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    answerNothing();
    return renderPage(path, { ...options, answers: { ...options.answers, [route]: outcome } });
  }

  async function expectLoading() {
    if (loading === undefined) await expect.poll(() => requests(route)).not.toEqual([]);
    else await screen.findByText(loading);
    expect(screen.queryByText(error)).toBeNull();
    if (ready) expect(screen.queryByText(ready[1])).toBeNull();
  }

  async function expectError(): Promise<HTMLElement> {
    const heading = await screen.findByText(error);
    const alert = heading.closest<HTMLElement>('[role=alert]');
    expect(alert?.textContent).toContain(errorText);
    if (loading !== undefined) expect(screen.queryByText(loading)).toBeNull();
    if (ready) expect(screen.queryByText(ready[1])).toBeNull();
    return within(alert!).getByText('Try Again');
  }

  describe(name, () => {
    test('loads, says if that failed, and loads again on request', async () => {
      const first = hold<R>();
      const { user } = await open(first.answer);
      await expectLoading();
      first.give(noConnection);
      const button = await expectError();
      const second = hold<R>();
      answer({ [route]: second.answer });
      await user.click(button);
      await expectLoading();
      if (!ready) return;
      second.give(ready[0]);
      await screen.findByText(ready[1]);
      if (loading !== undefined) expect(screen.queryByText(loading)).toBeNull();
      expect(screen.queryByText(error)).toBeNull();
    });

    if (missing !== undefined) {
      test('does not exist', async () => {
        await open(refuse('request/not-found', 'There is no such thing.'));
        await screen.findByText(missing);
        expect(screen.queryByText(error)).toBeNull();
      });
    }
  });
}

/** No read is answered: the other parts of a screen stay in their loading state. */
export function answerNothing(): void {
  const endpoints = Object.values(modules).flatMap((module): unknown[] => Object.values(module));
  const reads = endpoints.filter(isRead);
  answer(Object.fromEntries(reads.map(({ path }) => [`GET ${path}`, hold().answer])));
}

function isRead(value: unknown): value is { path: string } {
  return typeof value === 'object' && value !== null && 'method' in value && value.method === 'GET';
}
