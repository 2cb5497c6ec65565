import { linkOptions } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';

import { ActionButton } from '#client/ui/form/action-button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import type { SetupState } from '#shared/endpoints/setup.ts';
import { doneByHand, setupTexts } from '#shared/rules/setup-steps.ts';
import type { SetupStep } from '#shared/rules/setup-steps.ts';

import { markStep } from './setup.queries.ts';

type Step = SetupState['steps'][number];

/** Where each step is done; none for what happens outside of the site. */
const links: Partial<Record<SetupStep, LinkProps>> = {
  look: linkOptions({ to: '/admin/setup', hash: 'look' }),
  logo: linkOptions({ to: '/admin/setup', hash: 'look' }),
  'two-factor': linkOptions({ to: '/profile/settings' }),
  mail: linkOptions({ to: '/admin/setup', hash: 'mail' }),
  payments: linkOptions({ to: '/admin/setup', hash: 'payments' }),
  game: linkOptions({ to: '/admin/setup', hash: 'game' }),
  launcher: linkOptions({ to: '/admin/server', search: { view: 'launcher' } }),
  texts: linkOptions({ to: '/admin/pages' }),
};

/** Open steps first; those that are done or skipped stay in the list, so that they can be opened again. */
export function StepList({ steps }: Pick<SetupState, 'steps'>) {
  const sorted = [...steps].sort((one, other) => Number(isSettled(one)) - Number(isSettled(other)));
  return (
    <Entries empty="All done.">
      {sorted.map((step) => (
        <StepEntry key={step.name} step={step} />
      ))}
    </Entries>
  );
}

export function isSettled({ isDone, isSkipped }: Step): boolean {
  return isDone || isSkipped;
}

function StepEntry({ step }: { step: Step }) {
  const { name, isDone, isSkipped } = step;
  const { label, why } = setupTexts[name];
  const button = (text: string, mark: 'done' | 'skipped' | null) => (
    <ActionButton
      size="sm"
      tone="quiet"
      label={`${text}: ${label}`}
      action={{ name: text, call: () => markStep(name, mark) }}
    />
  );
  return (
    <Entry
      icon={isDone ? 'check' : isSkipped ? 'minus' : 'warning'}
      text={isDone ? `${label}: done` : isSkipped ? `${label}: skipped` : label}
      facts={!isSettled(step) && why}
      actions={
        <>
          {!isDone && links[name] && (
            <LinkButton {...links[name]} size="sm" aria-label={`Open: ${label}`}>
              Open
            </LinkButton>
          )}
          {!isSettled(step) && doneByHand.includes(name) && button('Mark as Done', 'done')}
          {!isSettled(step) && button('Skip', 'skipped')}
          {!isDone && isSkipped && button('Take Up Again', null)}
        </>
      }
    />
  );
}
