import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useSession } from '#client/lib/session.ts';
import { useBrand, useIsOn } from '#client/lib/site.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { shortenEmail } from '#shared/endpoints/accounts.ts';
import type { OwnNews } from '#shared/endpoints/visits.ts';

import { emailConfirmationQuery } from './accounts.queries.ts';

import styles from './welcome-panel.module.css';

const newDays = 14;
const shownSteps = 3;

type Step = { name: string; isDone: boolean; text: ReactNode };

type Props = { news: OwnNews; hasCharacter: boolean };

/** For the first two weeks of an account, until all steps are done. */
export function WelcomePanel({ news, hasCharacter }: Props) {
  const { name } = useBrand();
  const age = useNow(60_000) - Date.parse(news.memberSince);
  const steps = useSteps({ news, hasCharacter }).slice(0, shownSteps);
  if (age > newDays * 86_400_000 || steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel heading={`Welcome to ${name}`} icon="gonfalon">
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.name} className={step.isDone ? styles.done : undefined}>
            <strong>
              {step.name}
              {step.isDone && <span className="visually-hidden"> (done)</span>}
            </strong>
            <Text as="span" tone="muted">
              {step.isDone ? 'Done.' : step.text}
            </Text>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** The steps that this site and this player have. */
function useSteps({ news, hasCharacter }: Props): Step[] {
  const isOn = useIsOn();
  const { email } = useSession();
  const { data: confirmation } = useQuery(emailConfirmationQuery);
  const steps: Step[] = [];
  if (confirmation && (confirmation.isConfirmed || confirmation.canSend)) {
    steps.push({
      name: 'Confirm your email address',
      isDone: confirmation.isConfirmed,
      text: confirmation.isSent
        ? `We sent a link to ${shortenEmail(email)}.`
        : 'Send a link above.',
    });
  }
  steps.push({
    name: 'Enter the game',
    isDone: hasCharacter,
    text: <Link to="/play">Get the launcher</Link>,
  });
  const { nextEvent, events, openPolls } = news;
  const [poll] = openPolls;
  if (isOn('events') && (nextEvent || events.length > 0)) {
    steps.push({
      name: 'Join an event',
      isDone: events.length > 0,
      text: nextEvent && (
        <>
          Next is{' '}
          <Link to="/events" search={{ event: nextEvent.id }}>
            {nextEvent.title}
          </Link>
        </>
      ),
    });
  }
  if (isOn('polls') && poll) {
    const text = (
      <Link to="/polls/$id" params={poll}>
        {poll.title}
      </Link>
    );
    steps.push({ name: 'Cast your first vote', isDone: false, text });
  }
  return steps;
}
