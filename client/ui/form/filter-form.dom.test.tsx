import { useSearch } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { renderScreen } from '#client/testing/render-page.tsx';

import { FilterForm } from './filter-form.tsx';

function Screen({ live, days }: { live?: boolean; days?: boolean }) {
  return (
    <FilterForm
      search={useSearch({ strict: false })}
      keep={{ view: 'top-ups' }}
      fields={[
        { name: 'player', label: 'Player' },
        { name: 'state', label: 'State', options: ['paid', 'open'] },
        { name: 'from', label: 'From', date: true },
        ...(days ? [{ name: 'until', label: 'Until', date: true as const }] : []),
      ]}
      submit={!live && <button type="submit">Filter</button>}
    />
  );
}

async function open(address: string, live = false) {
  const view = await renderScreen(<Screen live={live} />, { address });
  return { ...view, search: () => view.router.state.location.search };
}

const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('the button puts all fields into the address and keeps what is not a filter', async () => {
  const { user, search } = await open('/logs?page=3');
  await user.fill(screen.getByLabelText('Player'), ' Marrow ');
  expect(search()).toEqual({ page: 3 });
  await user.click(screen.getByText('Filter'));
  await vi.waitFor(() =>
    expect(search()).toEqual({ view: 'top-ups', player: 'Marrow', state: '', from: '' }),
  );
});

test('a select applies immediately, with the text that is already there', async () => {
  const { user, search } = await open('/logs?from=2026-11-01');
  expect(value('From')).toBe('2026-11-01');
  await user.fill(screen.getByLabelText('Player'), 'Marrow');
  await user.selectOptions(screen.getByLabelText('State'), 'open');
  await vi.waitFor(() =>
    expect(search()).toEqual({
      view: 'top-ups',
      player: 'Marrow',
      state: 'open',
      from: '2026-11-01',
    }),
  );
});

test('the fields follow the address on the way back, also the focused one', async () => {
  const { user, router } = await open('/logs?player=Ash');
  const player = screen.getByLabelText('Player');
  await user.clear(player);
  await user.type(player, 'Marrow{Enter}');
  await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ player: 'Marrow' }));
  expect(document.activeElement).toBe(player);
  router.history.back();
  await vi.waitFor(() => expect(value('Player')).toBe('Ash'));
});

test('clearing leaves only what is kept', async () => {
  const { user, search } = await open('/logs?player=Ash&page=2');
  await user.click(screen.getByText('Clear'));
  await vi.waitFor(() => expect(search()).toEqual({ view: 'top-ups' }));
  await vi.waitFor(() => expect(value('Player')).toBe(''));
  expect(screen.queryByText('Clear')).toBeNull();
});

test('without a button a text applies after the last keystroke, once', async () => {
  const { router, search } = await open('/logs', true);
  const navigations = vi.fn();
  router.subscribe('onBeforeNavigate', navigations);
  for (const text of ['M', 'Ma', 'Mar ']) {
    fireEvent.change(screen.getByLabelText('Player'), { target: { value: text } });
  }
  await vi.waitFor(() => expect(search()).toMatchObject({ player: 'Mar' }));
  expect(navigations).toHaveBeenCalledOnce();
});

test('a preset sets the first day, clears the last one and starts at the first page', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 18, 23, 30), toFake: ['Date'] });
  const address = '/logs?player=Ash&until=2026-11-02&page=2';
  const { router, user } = await renderScreen(<Screen days />, { address });
  const days = () => router.state.location.search as Record<string, unknown>;
  for (const [label, from] of [
    ['7 days', '2026-11-12'],
    ['30 days', '2026-10-20'],
    ['Today', '2026-11-18'],
  ] as const) {
    await user.click(screen.getByText(label));
    await vi.waitFor(() => expect(days()).toEqual({ player: 'Ash', from }));
    const chosen = screen.getAllByRole('link').filter((link) => link.ariaCurrent !== null);
    expect(chosen.map((link) => link.textContent)).toEqual([label]);
    expect(value('From')).toBe(from);
    expect(value('Until')).toBe('');
  }
});

test('no preset is marked while the list ends on a day that was chosen', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 18, 23, 30), toFake: ['Date'] });
  await renderScreen(<Screen days />, { address: '/logs?from=2026-11-12&until=2026-11-15' });
  const chosen = screen.getAllByRole('link').filter((link) => link.ariaCurrent !== null);
  expect(chosen).toEqual([]);
});

test('a form with one day has no presets', async () => {
  await open('/logs');
  expect(screen.queryByText('7 days')).toBeNull();
});
