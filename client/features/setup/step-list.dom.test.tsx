import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { SetupState } from '#shared/endpoints/setup.ts';

import { StepList } from './step-list.tsx';

type Step = SetupState['steps'][number];

const route = 'PUT /api/admin/setup/steps/{name}';
const buttonsOf: [Partial<Step> & Pick<Step, 'name'>, string[]][] = [
  [{ name: 'launcher' }, ['Open: Launcher', 'Skip: Launcher']],
  [{ name: 'launcher', isSkipped: true }, ['Open: Launcher', 'Take Up Again: Launcher']],
  [{ name: 'launcher', isDone: true }, []],
  [{ name: 'launcher', isDone: true, isSkipped: true }, []],
  [{ name: 'backups' }, ['Mark as Done: Backups, restored once', 'Skip: Backups, restored once']],
];

test.each(buttonsOf)('the buttons of a step: %j', async (step, names) => {
  const full = { isDone: false, isSkipped: false, ...step };
  await renderScreen(<StepList steps={[full]} />, { address: '/admin', as: 'admin' });
  const shown = document.querySelectorAll('[aria-label*=": "]');
  expect([...shown].map((one) => one.getAttribute('aria-label'))).toEqual(names);
});

test('open steps come first, and each button sends its mark', async () => {
  const steps: Step[] = [
    { name: 'logo', isDone: true, isSkipped: false },
    { name: 'game', isDone: false, isSkipped: true },
    { name: 'backups', isDone: false, isSkipped: false },
  ];
  const { user } = await renderScreen(<StepList steps={steps} />, {
    address: '/admin',
    as: 'admin',
    answers: { [route]: { steps } as SetupState },
  });
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts.map((text) => /^(?:Backups|Logo|Game)/.exec(text ?? '')?.[0])).toEqual([
    'Backups',
    'Logo',
    'Game',
  ]);
  for (const label of [/^Mark as Done/, /^Skip/, /^Take Up Again/]) {
    await user.click(screen.getByLabelText(label));
  }
  await expect.poll(() => requests(route)).toHaveLength(3);
  expect(requests(route).map(({ params, body }) => [params['name'], body])).toEqual([
    ['backups', { mark: 'done' }],
    ['backups', { mark: 'skipped' }],
    ['game', { mark: null }],
  ]);
});
