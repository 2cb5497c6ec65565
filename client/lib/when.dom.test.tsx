import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { whenIdle, whenPainted, whenQuiet } from './when.ts';

let paint: (name: string) => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(onEntries: (entries: object) => void) {
        paint = (name) =>
          onEntries({ getEntriesByName: (wanted: string) => (wanted === name ? [{}] : []) });
      }
      observe() {}
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Whether it is settled by now. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return done;
}

test('a page is painted with its first content, or counts as painted after three seconds', async () => {
  const painted = whenPainted();
  paint('first-paint');
  expect(await isDone(painted)).toBe(false);
  paint('first-contentful-paint');
  expect(await isDone(painted)).toBe(true);
  const never = whenPainted();
  vi.advanceTimersByTime(2999);
  expect(await isDone(never)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await isDone(never)).toBe(true);
});

test('a page in the background does not wait to be painted', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  expect(await isDone(whenPainted())).toBe(true);
});

test('a browser without an idle callback waits a tenth of a second at most', async () => {
  const idle = window.requestIdleCallback;
  Reflect.deleteProperty(window, 'requestIdleCallback');
  const [long, short] = [whenIdle(2000), whenIdle(40)];
  vi.advanceTimersByTime(40);
  expect([await isDone(long), await isDone(short)]).toEqual([false, true]);
  vi.advanceTimersByTime(60);
  expect(await isDone(long)).toBe(true);
  window.requestIdleCallback = idle;
});

test('the browser is quiet once it has loaded the page and is idle', async () => {
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  const idle = vi.spyOn(window, 'requestIdleCallback');
  const quiet = whenQuiet();
  expect(await isDone(quiet)).toBe(false);
  expect(idle).not.toHaveBeenCalled();
  state.mockReturnValue('complete');
  window.dispatchEvent(new Event('load'));
  expect(await isDone(quiet)).toBe(false);
  expect(idle).toHaveBeenCalledExactlyOnceWith(expect.any(Function), { timeout: 2000 });
  vi.advanceTimersByTime(1);
  expect(await isDone(quiet)).toBe(true);
});
