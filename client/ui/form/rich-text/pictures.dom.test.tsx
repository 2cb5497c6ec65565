import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { usePictures } from './pictures.tsx';

const files = ['a', 'b', 'c'].map((name) => new File([name], name, { type: 'image/png' }));

function Queue() {
  const { current, add, next } = usePictures();
  return (
    <>
      <button onClick={() => add(files.slice(0, 2))}>Add Two</button>
      <button onClick={() => add(files.slice(2))}>Add Another</button>
      <button onClick={next}>Next</button>
      <p>{current ? `Describes ${current.file.name}` : 'Nothing to describe'}</p>
    </>
  );
}

test('pictures that are added together are uploaded one after the other', async () => {
  const sent: string[] = [];
  /** A request that is never answered. */
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    open(): void {}
    setRequestHeader(): void {}
    abort(): void {}
    send(file: File): void {
      sent.push(file.name);
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const { user } = render(<Queue />);
  screen.getByText('Nothing to describe');
  await user.click(screen.getByText('Add Two'));
  screen.getByText('Describes a');
  await user.click(screen.getByText('Add Another'));
  await vi.waitFor(() => expect(sent).toEqual(['a']));
  for (const [name, uploaded] of [
    ['b', ['a', 'b']],
    ['c', ['a', 'b', 'c']],
  ] as const) {
    await user.click(screen.getByText('Next'));
    screen.getByText(`Describes ${name}`);
    await vi.waitFor(() => expect(sent).toEqual(uploaded));
  }
  await user.click(screen.getByText('Next'));
  screen.getByText('Nothing to describe');
});
