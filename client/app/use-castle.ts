import { useQuery } from '@tanstack/react-query';

import { monthQuery, startOf } from '#client/features/events/events.queries.ts';
import {
  clockQuery,
  onlinePlayersQuery,
} from '#client/features/game-servers/online-players.queries.ts';
import { firstPollQuery } from '#client/features/polls/polls.queries.ts';
import { useOwnVotes } from '#client/features/polls/use-own-votes.ts';
import { useSession } from '#client/lib/session.ts';
import { useIsOn } from '#client/lib/site.ts';
import { useNow } from '#client/lib/use-now.ts';
import type { Poll } from '#shared/endpoints/polls.ts';
import { eventHours } from '#shared/rules/events.ts';
import { hasEnded, isWinner } from '#shared/rules/polls.ts';

import { timeOfDay } from './castle-windows.ts';
import type { TimeOfDay } from './castle-windows.ts';

export type CastleState = {
  /** Undefined until the server's clock is known. */
  time: TimeOfDay | undefined;
  players: readonly string[] | undefined;
  /** Players online who are not among `players`. */
  more: number;
  /** The viewer; empty if not logged in. */
  username: string;
  event: { id: string; title: string } | undefined;
  poll: { id: string; title: string; leader?: string; tone?: number } | undefined;
};

export function useCastle(): CastleState {
  const isOn = useIsOn();
  const now = useNow(60_000);
  const { username } = useSession();
  const clock = useQuery(clockQuery);
  const { data: online } = useQuery(onlinePlayersQuery);
  const month = new Date(now).toISOString().slice(0, 7);
  const { data: events } = useQuery({ ...monthQuery(month), enabled: isOn('events') });
  const { data: polls } = useQuery({ ...firstPollQuery, enabled: isOn('polls') });
  const { hasVoted } = useOwnVotes();
  // Without an answer, the sky follows UTC.
  const ahead = clock.data ?? (clock.isError ? 0 : undefined);
  const poll = isOn('polls') ? polls?.find((each) => !hasEnded(each, now)) : undefined;
  return {
    time: ahead === undefined ? undefined : timeOfDay(new Date(now + ahead).getUTCHours()),
    players: online?.players,
    more: online?.more ?? 0,
    username,
    event: isOn('events')
      ? events?.find((event) => {
          const start = startOf(event);
          return start <= now && now < start + eventHours * 3_600_000;
        })
      : undefined,
    poll: poll && { id: poll.id, title: poll.title, ...(hasVoted(poll.id) && findLeader(poll)) },
  };
}

/** Only for players who have voted: others must not see the results. Nothing if two answers are equal. */
function findLeader({ questions: [question] }: Poll): { leader: string; tone: number } | undefined {
  const winners = question?.answers.filter((answer) => isWinner(answer, question)) ?? [];
  const [leader] = winners;
  if (!question || !leader || winners.length > 1) return undefined;
  return { leader: leader.text, tone: question.answers.indexOf(leader) };
}
