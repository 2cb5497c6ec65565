import { useQuery } from '@tanstack/react-query';
import { linkOptions, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { SetupLook } from '#client/features/appearance/setup-look.tsx';
import { SetupGame } from '#client/features/game-servers/setup-game.tsx';
import { MailStep } from '#client/features/setup/mail-step.tsx';
import { PaymentsStep } from '#client/features/setup/payments-step.tsx';
import { markStep, setupQuery } from '#client/features/setup/setup.queries.ts';
import { isSettled, StepList } from '#client/features/setup/step-list.tsx';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import type { SetupState } from '#shared/endpoints/setup.ts';

const parts = ['look', 'mail', 'payments', 'game', 'rest'] as const;
type Part = (typeof parts)[number];

const labels: Record<Part, { label: string; icon: IconName }> = {
  look: { label: 'Name and Look', icon: 'gonfalon' },
  mail: { label: 'Email', icon: 'mail' },
  payments: { label: 'Payments', icon: 'coins' },
  game: { label: 'Game Server', icon: 'server' },
  rest: { label: 'Finish', icon: 'scroll' },
};

/** The steps of a new admin after the first sign-in. Combines screens of several features. */
export function AdminSetupPage() {
  return (
    <>
      <PageHeading lead="A few steps to a site of your own. Skip what you do not need; you can finish later from the dashboard.">
        Setup
      </PageHeading>
      <QueryView
        query={useQuery(setupQuery)}
        errorHeading="The setup could not be loaded"
        loadingText="Loading the setup..."
        skeleton={<Skeleton shape="block" height="420px" />}
      >
        {(state) => <Steps state={state} />}
      </QueryView>
    </>
  );
}

function Steps({ state }: { state: SetupState }) {
  const hash = useLocation({ select: (location) => location.hash });
  // Where it was left, until the admin chooses. Saving a step must not move on by itself.
  const [first] = useState(() => findOpen(state));
  const part = parts.find((one) => one === hash) ?? first;
  const number = parts.indexOf(part) + 1;
  return (
    <>
      <Tabs
        label="Steps of the setup"
        tabs={parts.map((one) => ({
          label: labels[one].label,
          icon: isPartDone(state, one) ? 'check' : labels[one].icon,
          active: one === part,
          link: linkOptions({ to: '/admin/setup', hash: one, ...toPart }),
        }))}
      />
      <Panel
        key={part}
        variant="plain"
        heading={`${number} of ${parts.length}: ${labels[part].label}`}
        icon={labels[part].icon}
        tabIndex={-1}
        ref={hash === part ? focusPanel : undefined}
      >
        <PartView part={part} state={state} />
      </Panel>
    </>
  );
}

type PartProps = { part: Part; state: SetupState };

function PartView({ part, state }: PartProps) {
  const navigate = useNavigate();
  const next = parts[parts.indexOf(part) + 1] ?? 'rest';
  const goOn = () => void navigate({ to: '/admin/setup', hash: next, ...toPart });
  if (part === 'rest') return <Rest state={state} />;
  if (part === 'look') {
    return <SetupLook onDone={goOn} buttons={<SkipButton part={part} onDone={goOn} />} />;
  }
  const isDone = isPartDone(state, part);
  return (
    <Stack gap={6}>
      {views[part](state)}
      <Row>
        <Button tone={isDone ? 'primary' : 'secondary'} onClick={goOn}>
          Continue
        </Button>
        {!isDone && <SkipButton part={part} onDone={goOn} />}
      </Row>
    </Stack>
  );
}

const views: Record<'mail' | 'payments' | 'game', (state: SetupState) => ReactNode> = {
  mail: (state) => <MailStep state={state} />,
  payments: (state) => <PaymentsStep state={state} />,
  game: () => <SetupGame />,
};

function SkipButton({ part, onDone }: { part: Exclude<Part, 'rest'>; onDone: () => void }) {
  const skip = () => markStep(part, 'skipped').then(onDone);
  return <ActionButton tone="quiet" action={{ name: 'Skip', call: skip }} />;
}

function Rest({ state }: { state: SetupState }) {
  return (
    <Stack>
      <StepList steps={state.steps} />
      <Row>
        <LinkButton to="/admin/home" tone="primary">
          Go to the Dashboard
        </LinkButton>
        <LinkButton to="/">Look at the Site</LinkButton>
      </Row>
    </Stack>
  );
}

const toPart = { resetScroll: false, hashScrollIntoView: false } as const;

/** So that the keyboard and screen readers continue with the step that was opened. */
function focusPanel(panel: HTMLElement | null): void {
  panel?.focus({ preventScroll: true });
}

function findOpen(state: SetupState): Part {
  return parts.find((part) => part !== 'rest' && !isPartDone(state, part)) ?? 'rest';
}

function isPartDone({ steps }: SetupState, part: Part): boolean {
  const step = steps.find(({ name }) => name === part);
  return part !== 'rest' && (step ? isSettled(step) : true);
}
