import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { GlancePanel } from '#client/ui/layout/glance-panel.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import { overall } from '#shared/rules/skills.ts';

import { topGainsQuery } from './hiscores.queries.ts';
import { TopGainsList } from './top-gains-list.tsx';

export function TopGains() {
  const query = useQuery(topGainsQuery(overall));
  return (
    <GlancePanel
      heading="Top Gains This Week"
      icon="chart"
      more={<Link to="/hiscores">Hiscores</Link>}
      query={query}
      errorHeading="The gains could not be loaded"
    >
      {(gains) => (gains.players.length > 0 ? <TopGainsList gains={gains} /> : <Nothing />)}
    </GlancePanel>
  );
}

function Nothing() {
  return (
    <EmptyState
      small
      scene="signpost"
      text={
        <SiteText
          name="noGains"
          original="No experience was gained this week. The first place is free."
        />
      }
      action={
        <LinkButton to="/play" size="sm">
          Start Playing
        </LinkButton>
      }
    />
  );
}
