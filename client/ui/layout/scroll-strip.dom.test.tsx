import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { ScrollStrip } from './scroll-strip.tsx';

const names = ['Name', 'Colours', 'Words'];

/** Each link is 100 pixels wide; jsdom has no layout. */
function placeLinks(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = names.indexOf(this.textContent);
    return new DOMRect(at === -1 ? 0 : at * 100 - strip().scrollLeft, 0, 100, 20);
  });
}

const strip = () => screen.getByTestId('strip');

function Strip({ current }: { current: string }) {
  return (
    <ScrollStrip data-testid="strip">
      {names.map((name) => (
        <a key={name} href="/" aria-current={name === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </ScrollStrip>
  );
}

test('a strip shows its current link, also when another one becomes current', () => {
  placeLinks();
  const { rerender } = render(<Strip current="Words" />);
  expect(strip().scrollLeft).toBe(250);
  rerender(<Strip current="Colours" />);
  expect(strip().scrollLeft).toBe(150);
  // A render alone does not take the strip from where the user has scrolled it.
  strip().scrollLeft = 0;
  rerender(<Strip current="Colours" />);
  expect(strip().scrollLeft).toBe(0);
});
