import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { Icon } from '#client/ui/icon/icon.tsx';
import { Countdown } from '#client/ui/text/countdown.tsx';
import type { Season } from '#shared/endpoints/hiscore-lists.ts';

import { listsQuery } from './hiscores.queries.ts';

import styles from './season-line.module.css';

/** Leads to the season that runs or comes next, or to the winners of the latest one. */
export function SeasonLine() {
  const season = useQuery(listsQuery).data?.season;
  if (!season) return null;
  return (
    <p className={styles.line}>
      <Icon name={season.isClosed ? 'coronet' : 'hourglass'} size="md" />
      <span>
        <Link to="/hiscores/seasons/$id" params={{ id: String(season.id) }}>
          {season.name}
        </Link>{' '}
        {season.isClosed ? 'has ended. See who won.' : <SeasonTime season={season} />}
      </span>
    </p>
  );
}

/** `ends in 3 days 4 hours`. */
export function SeasonTime({ season: { startsAt, endsAt } }: { season: Season }) {
  const end = (
    <Countdown until={Date.parse(endsAt)} over="has ended.">
      {(left) => `ends in ${left}`}
    </Countdown>
  );
  return (
    <Countdown until={Date.parse(startsAt)} over={end}>
      {(left) => `starts in ${left}`}
    </Countdown>
  );
}
