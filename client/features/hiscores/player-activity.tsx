import { useQuery } from '@tanstack/react-query';

import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { describeMilestone } from '#shared/rules/milestones.ts';

import { HeatMap } from './heat-map.tsx';
import { activityQuery, milestonesQuery } from './hiscores.queries.ts';
import { ListMark } from './lists.tsx';

import styles from './player-activity.module.css';

const shownMilestones = 12;

/** A map of twelve months and the latest milestones. Each is left out while there is nothing to show. */
export function PlayerActivity({ name }: { name: string }) {
  const { data: activity } = useQuery(activityQuery(name));
  const { data } = useQuery(milestonesQuery(name));
  const milestones = data?.milestones.slice(0, shownMilestones) ?? [];
  return (
    <>
      {activity && activity.days.length > 0 && (
        <Panel heading="Twelve Months" icon="calendar">
          <HeatMap activity={activity} />
        </Panel>
      )}
      {milestones.length > 0 && (
        <Panel heading="Milestones" icon="star">
          <ol className={styles.milestones}>
            {milestones.map((milestone) => {
              const text = describeMilestone(milestone);
              return (
                <li key={text} className={styles.milestone}>
                  <ListMark list={milestone.skill} className={styles.icon} />
                  <span className={styles.text}>
                    {text.charAt(0).toUpperCase() + text.slice(1)}{' '}
                    {milestone.isFirst && <Chip tone="gold">First</Chip>}
                  </span>
                  <Text as="span" size="sm" tone="muted">
                    <Timestamp at={milestone.reachedAt} format="day" />
                  </Text>
                </li>
              );
            })}
          </ol>
        </Panel>
      )}
    </>
  );
}
