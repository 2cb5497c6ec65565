import { expect, test, vi } from 'vitest';

import { placePopover } from './place-popover.ts';

type Place = NonNullable<Parameters<typeof placePopover>[2]>;

/** A popover of 200 × 100 at an anchor of 50 × 20, in a window of 1000 × 600. */
function place(left: number, top: number, options?: Place, height = 100) {
  vi.stubGlobal('innerHeight', 600);
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1000);
  const popover = document.createElement('div');
  vi.spyOn(popover, 'offsetWidth', 'get').mockReturnValue(200);
  vi.spyOn(popover, 'offsetHeight', 'get').mockReturnValue(height);
  const anchor = document.createElement('div');
  vi.spyOn(anchor, 'getBoundingClientRect').mockReturnValue(new DOMRect(left, top, 50, 20));
  placePopover(popover, anchor, options);
  return [popover.style.left, popover.style.top];
}

test.each<[string, number, number, Place | undefined, string[]]>([
  ['below its anchor, from the start', 100, 100, undefined, ['100px', '128px']],
  ['at the end of its anchor', 500, 100, { align: 'end' }, ['350px', '128px']],
  ['in the middle of its anchor', 500, 100, { align: 'center' }, ['425px', '128px']],
  ['at the left edge', 20, 100, { align: 'end' }, ['8px', '128px']],
  ['at the right edge', 900, 100, undefined, ['792px', '128px']],
  ['where it just fits below', 100, 464, undefined, ['100px', '492px']],
  ['above, without room below', 100, 465, undefined, ['100px', '357px']],
  ['above if it is asked to', 100, 300, { side: 'above' }, ['100px', '192px']],
  ['where it just fits above', 100, 116, { side: 'above' }, ['100px', '8px']],
  ['below, without room above', 100, 115, { side: 'above' }, ['100px', '143px']],
])('a popover opens %s', (_, left, top, options, expected) => {
  expect(place(left, top, options)).toEqual(expected);
});

test('a popover that fits nowhere opens below', () => {
  expect(place(100, 300, undefined, 580)).toEqual(['100px', '328px']);
});
