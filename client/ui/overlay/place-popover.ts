type Side = 'below' | 'above';

/** Next to its anchor, inside the window. Not in CSS: anchor positioning is not yet in every browser we support. */
export function placePopover(
  popover: HTMLElement,
  anchor: HTMLElement,
  { side = 'below', align = 'start' }: { side?: Side; align?: 'start' | 'end' | 'center' } = {},
): void {
  const gap = 8;
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const above = box.top - height - gap;
  const below = box.bottom + gap;
  const fitsBelow = below + height <= innerHeight - gap;
  const goesBelow = side === 'below' ? fitsBelow || above < gap : above < gap;
  const left = {
    start: box.left,
    end: box.right - width,
    center: box.left + (box.width - width) / 2,
  }[align];
  const right = document.documentElement.clientWidth - width - gap;
  popover.style.left = `${Math.max(gap, Math.min(left, right))}px`;
  popover.style.top = `${goesBelow ? below : above}px`;
}
