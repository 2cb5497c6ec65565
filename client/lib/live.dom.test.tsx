import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { FakeEventSource, streams } from '#client/testing/browser-gaps.ts';
import { render } from '#client/testing/render-page.tsx';

import { connectLive } from './live.ts';
import { queryClient } from './query-client.ts';

function fakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

/** Lets the time pass in which other tests of this worker may still hold a topic back. */
function settle(): void {
  vi.advanceTimersByTime(1000);
}

test('a busy topic is read again at once and then once more after half a second', () => {
  fakeTimers();
  connectLive();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  const topics = () => invalidate.mock.calls.map(([filter]) => filter?.queryKey?.[0]);
  const send = (topic: string) => streams[0]!.send('change', { topic });
  for (const topic of ['votes', 'votes', 'votes', 'events']) send(topic);
  expect(topics()).toEqual(['votes', 'events']);
  vi.advanceTimersByTime(499);
  expect(topics()).toEqual(['votes', 'events']);
  vi.advanceTimersByTime(1);
  expect(topics()).toEqual(['votes', 'events', 'votes']);
  settle();
  expect(topics()).toHaveLength(3);
  send('votes');
  expect(topics()).toHaveLength(4);
  settle();
});

test('a stream that an error has closed is opened again, later each time, until one works', () => {
  fakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  connectLive();
  const fail = () => {
    const stream = streams.at(-1)!;
    stream.readyState = FakeEventSource.CLOSED;
    stream.dispatchEvent(new Event('error'));
  };
  /** Seconds until the next stream. */
  const wait = () => {
    const before = streams.length;
    for (let seconds = 1; seconds <= 60; seconds += 1) {
      vi.advanceTimersByTime(1000);
      if (streams.length > before) return seconds;
    }
    return undefined;
  };
  // The browser itself connects again.
  streams[0]!.dispatchEvent(new Event('error'));
  expect(wait()).toBeUndefined();
  const delays = Array.from({ length: 6 }, () => {
    fail();
    return wait();
  });
  expect(delays).toEqual([2, 4, 8, 16, 30, 30]);
  streams.at(-1)!.send('hello', {});
  fail();
  expect(wait()).toBe(2);
  // A stream that was replaced, e.g. by a login, does not come back.
  const old = streams.at(-1)!;
  connectLive();
  old.dispatchEvent(new Event('error'));
  expect(wait()).toBeUndefined();
});

test('a gift is announced, and other messages are not', async () => {
  render(<p>Page</p>);
  connectLive();
  act(() => streams[0]!.send('change', { topic: 'shop' }));
  act(() => streams[0]!.send('change', { topic: 'me', gift: 'Elder sent you 50 coins.' }));
  await screen.findByText('Elder sent you 50 coins.');
  expect(screen.getAllByLabelText('Dismiss', { selector: 'button' })).toHaveLength(1);
});
