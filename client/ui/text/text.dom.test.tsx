import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { render, renderScreen } from '#client/testing/render-page.tsx';
import { changeBrand } from '#client/testing/test-site.ts';

import { Crown } from './crown.tsx';
import { Facts } from './facts.tsx';
import { Medal } from './medal.tsx';
import { RollingNumber } from './rolling-number.tsx';
import { SiteLink } from './site-link.tsx';
import { SiteText } from './site-text.tsx';

test.each([
  [0, null],
  [1, 'Silver crown'],
  [2, 'Gold crown'],
  [3, 'Gold crown'],
])('rights of %d have the crown: %s', (rights, label) => {
  render(<Crown rights={rights} />);
  expect(screen.queryByRole('img')?.ariaLabel ?? null).toBe(label);
});

test.each([
  [1, 'gold'],
  [2, 'silver'],
  [3, 'bronze'],
  [4, 'plain'],
  [1234, 'plain'],
])('the medal of rank %d is %s', (rank, look) => {
  const { container } = render(<Medal rank={rank} />);
  const { className, textContent } = container.firstElementChild!;
  expect(className).toContain(`_${look}_`);
  expect(textContent).toBe(rank.toLocaleString('en'));
});

test('facts without a value are left out, and zero is a value', () => {
  const facts = { Rank: 0, Mode: null, World: undefined, Friends: false, Name: 'Oak' };
  const { container } = render(<Facts facts={facts} />);
  expect(container.textContent).toBe('Rank0NameOak');
});

test('a number is read out whole, and shown digit by digit', () => {
  const { container } = render(<RollingNumber value={1204} />);
  expect(container.textContent).toBe('1,204');
  const drums = [...container.querySelectorAll('[aria-hidden]')];
  expect(
    drums.map((drum) => drum.getAttribute('data-digit') ?? drum.getAttribute('data-mark')),
  ).toEqual(['1', ',', '2', '0', '4']);
});

test('a text is ours until the owner replaces it, and names the site and the player', () => {
  const text = (
    <SiteText name="noPoll" original="No poll is open right now. The next one is never far." />
  );
  const { unmount } = render(text);
  screen.getByText('No poll is open right now. The next one is never far.');
  unmount();
  changeBrand({ texts: { noPoll: '{player}, {site} rests. {site}!' } });
  render(
    <SiteText
      name="noPoll"
      original="No poll is open right now. The next one is never far."
      player="Oak"
    />,
  );
  screen.getByText('Oak, Testhold rests. Testhold!');
});

test('a link of the owner opens pages of the site in place, and others in a new tab', async () => {
  const { router } = await renderScreen(
    <>
      <SiteLink href="/news?page=2">Ours</SiteLink>
      <SiteLink href="https://example.com/">Theirs</SiteLink>
    </>,
    { address: '/home' },
  );
  const [ours, theirs] = ['Ours', 'Theirs'].map((text) => screen.getByText(text));
  expect([ours?.getAttribute('target'), ours?.getAttribute('rel')]).toEqual([null, null]);
  expect([theirs?.getAttribute('target'), theirs?.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer',
  ]);
  // The browser opens these in tabs of their own. jsdom cannot, so the test ends them.
  const left: boolean[] = [];
  const end = new AbortController();
  document.addEventListener(
    'click',
    (event) => {
      left.push(!event.defaultPrevented);
      event.preventDefault();
    },
    { signal: end.signal },
  );
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey']) fireEvent.click(ours!, { [key]: true });
  fireEvent.click(theirs!);
  expect(router.state.location.href).toBe('/home');
  fireEvent.click(ours!);
  await expect.poll(() => router.state.location.href).toBe('/news?page=2');
  expect(left).toEqual([true, true, true, true, false]);
  end.abort();
});
