import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useMay } from '#client/lib/use-may.ts';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Columns, Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';

import { eventSettingsQuery, upcomingQuery } from './events.queries.ts';

const shown = 5;

/** For staff: what is planned, and who may plan. Events themselves are changed in the calendar. */
export function EventsOverview() {
  return (
    <Columns min="lg" gap={5}>
      <Upcoming />
      <Hosts />
    </Columns>
  );
}

function Upcoming() {
  return (
    <QueryPanel
      variant="plain"
      heading="Upcoming"
      icon="calendar"
      query={useQuery(upcomingQuery)}
      errorHeading="The events could not be loaded"
      height="160px"
    >
      {(events) => (
        <Stack gap={4}>
          <Entries empty="No event is planned.">
            {events.slice(0, shown).map(({ id, title, dateTime, creatorId, going }) => (
              <Entry
                key={id}
                text={
                  <Link to="/events" search={{ event: id }}>
                    {title}
                  </Link>
                }
                facts={
                  <>
                    <Timestamp at={dateTime} /> · hosted by {creatorId} · {going.length} going
                  </>
                }
              />
            ))}
          </Entries>
          <Row>
            <LinkButton to="/events">Open the Calendar</LinkButton>
          </Row>
        </Stack>
      )}
    </QueryPanel>
  );
}

function Hosts() {
  const { data } = useQuery(eventSettingsQuery);
  const isAdmin = useMay()();
  return (
    <Panel variant="plain" heading="Hosts" icon="users">
      <Stack gap={4}>
        <p>
          {data?.playersMayHost
            ? 'Every player may host events.'
            : 'Staff and community managers host events. Users → Account makes a player a community manager.'}
        </p>
        {isAdmin && (
          <Row>
            <LinkButton to="/admin/server" search={{ view: 'site' }} hash="players">
              Change Who May Host
            </LinkButton>
          </Row>
        )}
      </Stack>
    </Panel>
  );
}
