import { Progress } from '#client/ui/feedback/progress.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import type { HiscoresRecord } from '#shared/endpoints/hiscores.ts';

import { findGoals } from './goals.ts';

export function GoalsPanel({ hiscores }: { hiscores: HiscoresRecord }) {
  const goals = findGoals(hiscores.playerStats);
  if (goals.length === 0) return null;
  return (
    <Panel heading="Next Goals" icon="star">
      <Stack gap={5}>
        {goals.map(({ skill, level, left, share }) => (
          <Progress
            key={skill}
            label={`${left.toLocaleString('en')} XP to ${level} ${skill}`}
            value={share}
            valueText={`${Math.floor(share * 100)}%`}
          />
        ))}
      </Stack>
    </Panel>
  );
}
