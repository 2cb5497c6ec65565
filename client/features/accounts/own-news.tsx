import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { formatDateTime, formatShortDateTime } from '#client/lib/dates.ts';
import { useIsOn } from '#client/lib/site.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { OwnNews as News } from '#shared/endpoints/visits.ts';
import { formatCount } from '#shared/rules/format-count.ts';

const named = 3;

/** The levels, parcels, votes and events of the player. Features that are off have no line. */
export function OwnNews({ news, username }: { news: News; username: string }) {
  const isOn = useIsOn();
  const lines = [
    isOn('inbox') && news.isMuted && <Mute key="mute" />,
    isOn('hiscores') && news.levels.length > 0 && <Levels key="levels" {...{ news, username }} />,
    isOn('shop') && news.deliveries.length > 0 && <Deliveries key="deliveries" news={news} />,
    isOn('polls') && news.openPolls.length > 0 && <Votes key="votes" news={news} />,
    isOn('events') && news.events.length > 0 && <Events key="events" news={news} />,
  ].filter(Boolean);
  return (
    <Stack as="section" gap={2} aria-labelledby="own-news">
      <h3 id="own-news">{news.since ? 'Since Your Last Visit' : 'What Is On'}</h3>
      {lines.length > 0 ? (
        <Stack as="ul" gap={2}>
          {lines}
        </Stack>
      ) : (
        <p>
          {news.since ? 'Nothing new. All is quiet at the hearth.' : 'Nothing yet. Look in again.'}
        </p>
      )}
      {news.since && (
        <Text size="sm" tone="muted">
          You were last here on {formatDateTime(news.since)}.
        </Text>
      )}
    </Stack>
  );
}

type LineProps = { icon: IconName; children: ReactNode };

function Line({ icon, children }: LineProps) {
  return (
    <Row as="li" gap={3} nowrap align="start">
      <Icon name={icon} size="md" />
      <span>{children}</span>
    </Row>
  );
}

function Mute() {
  return (
    <Line icon="lock">
      <Link to="/support/appeal">You are muted in the game</Link>: see why and until when.
    </Line>
  );
}

function Levels({ news: { levels }, username }: { news: News; username: string }) {
  const won = levels.reduce((sum, { from, to }) => sum + to - from, 0);
  return (
    <Line icon="skill/overall">
      <Link to="/hiscores" search={{ player: username }}>
        {formatCount(won, 'level')} won
      </Link>
      : {join(levels.map(({ skill, to }) => `${to} ${skill}`))}
    </Line>
  );
}

function Deliveries({ news: { deliveries } }: { news: News }) {
  return (
    <Line icon="cart">
      <Link to="/profile/wallet">{formatCount(deliveries.length, 'delivery', 'deliveries')}</Link>:{' '}
      {join(
        deliveries.map(({ item, quantity }) => (quantity > 1 ? `${quantity} × ${item}` : item)),
      )}
    </Line>
  );
}

function Votes({ news: { openPolls } }: { news: News }) {
  const [first] = openPolls;
  return (
    <Line icon="poll">
      {openPolls.length === 1 && first ? (
        <Link to="/polls/$id" params={first}>
          1 poll to vote in
        </Link>
      ) : (
        <Link to="/polls">{openPolls.length} polls to vote in</Link>
      )}
      : {join(openPolls.map(({ title }) => title))}
    </Line>
  );
}

function Events({ news: { events } }: { news: News }) {
  const [first] = events;
  const more = events.length - 1;
  return (
    first && (
      <Line icon="calendar">
        You are going to{' '}
        <Link to="/events" search={{ event: first.id }}>
          {first.title}
        </Link>{' '}
        on {formatShortDateTime(first.dateTime)}
        {more > 0 && ` and to ${formatCount(more, 'more event')}`}
      </Line>
    )
  );
}

/** `70 Ranged, 45 Mining and 2 more`. */
function join(names: string[]): string {
  const rest = names.length - named;
  const shown = rest > 0 ? [...names.slice(0, named), `${rest} more`] : names;
  return new Intl.ListFormat('en-GB').format(shown);
}
