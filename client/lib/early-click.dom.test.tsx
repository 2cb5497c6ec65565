import { afterEach, expect, test, vi } from 'vitest';

import { captureEarlyClick } from './early-click.ts';

afterEach(() => vi.useRealTimers());

function addButton(text: string) {
  const button = document.createElement('button');
  button.innerHTML = `<b>${text}</b>`;
  document.body.append(button);
  return { button, label: button.firstElementChild as HTMLElement };
}

function capture() {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const finish = captureEarlyClick();
  return () => {
    finish();
    vi.runAllTimers();
  };
}

test('the last button that was clicked before the page works is clicked again', () => {
  const finish = capture();
  const [first, last] = [addButton('Menu'), addButton('Buy')];
  const onClick = vi.fn<(event: Event) => void>();
  first.label.click();
  last.label.click();
  document.addEventListener('click', onClick);
  finish();
  expect(onClick.mock.calls.map(([{ target }]) => target)).toEqual([last.button]);
  // Later clicks are ordinary ones.
  first.label.click();
  vi.runAllTimers();
  expect(onClick).toHaveBeenCalledTimes(2);
  document.removeEventListener('click', onClick);
});

test('neither a button that is gone nor one before another click is clicked again', () => {
  const onClick = vi.fn();
  for (const leave of [
    ({ button }: ReturnType<typeof addButton>) => button.remove(),
    () => document.body.click(),
  ]) {
    const finish = capture();
    const one = addButton('Menu');
    one.label.click();
    one.button.addEventListener('click', onClick);
    leave(one);
    finish();
  }
  expect(onClick).not.toHaveBeenCalled();
});
