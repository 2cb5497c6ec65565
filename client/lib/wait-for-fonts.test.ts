import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { waitForFonts } from './wait-for-fonts.ts';

let classes: Set<string>;

beforeEach(() => {
  vi.useFakeTimers();
  classes = new Set();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the page is hidden until every font inlined in a style sheet is decoded', async () => {
  const [cinzel, alegreya] = [createFont('block'), createFont('block')];
  run([cinzel, alegreya]);
  expect(isHidden()).toBe(true);
  cinzel.finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(isHidden()).toBe(true);
  alegreya.finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(isHidden()).toBe(false);
});

test('fonts that the page may never use are not fetched', async () => {
  const optional = createFont('swap');
  run([optional]);
  await vi.advanceTimersByTimeAsync(0);
  expect(optional.load).not.toHaveBeenCalled();
  expect(isHidden()).toBe(false);
});

test('a font that cannot be used does not hide the page', async () => {
  const broken = createFont('block');
  run([broken]);
  broken.fail(new Error('blocked'));
  await vi.advanceTimersByTimeAsync(0);
  expect(isHidden()).toBe(false);
});

test('a font that never loads hides the page for three seconds at most', async () => {
  run([createFont('block')]);
  await vi.advanceTimersByTimeAsync(2999);
  expect(isHidden()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(isHidden()).toBe(false);
});

function isHidden(): boolean {
  return classes.has('fonts-pending');
}

function run(fonts: ReturnType<typeof createFont>[]): void {
  const classList = {
    add: (name: string) => classes.add(name),
    remove: (name: string) => classes.delete(name),
  };
  vi.stubGlobal('document', { fonts, documentElement: { classList } });
  waitForFonts();
}

function createFont(display: string) {
  let finish = () => {};
  let fail: (reason: Error) => void = () => {};
  const loaded = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  return { display, load: vi.fn(() => loaded), finish, fail };
}
