import { useState } from 'react';

import { Callout } from '#client/ui/feedback/callout.tsx';
import { Progress } from '#client/ui/feedback/progress.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Crown } from '#client/ui/text/crown.tsx';
import { Medal } from '#client/ui/text/medal.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';
import { Stat } from '#client/ui/text/stat.tsx';

import { each, Example } from './example.tsx';

export function Signals() {
  const [online, setOnline] = useState(128);
  return (
    <Stack>
      <Stack as={Panel}>
        <Example label="Chips">
          <Chip>plain</Chip>
          <Chip dot>dot</Chip>
          <Chip icon="clock">icon</Chip>
          {each(['gold', 'moss', 'ember', 'blood', 'sky'], (tone) => (
            <Chip tone={tone}>{tone}</Chip>
          ))}
        </Example>
        <Example label="Players">
          <PlayerName name="Pip" />
          <PlayerName name="Lady Ash" rights={3} />
          <Crown rights={2} />
          {each([1, 2, 3, 4], (rank) => (
            <Medal rank={rank} />
          ))}
        </Example>
        <Columns as="dl">
          <Stat label="Adventurers online" value={online} icon="users" note="Highest today: 211" />
          <Stat label="Longest siege" value="3 h 12 min" icon="boss" />
        </Columns>
        <Button onClick={() => setOnline(online + 17)}>Add Players</Button>
        <Progress label="Progress" value={0.62} valueText="62%" />
      </Stack>
      <Columns min="lg">
        <Callout>The gates close at 22:00 for about an hour.</Callout>
        {each(['success', 'warning', 'danger'], (tone) => (
          <Callout tone={tone} heading={tone} action={<Button size="sm">Look</Button>}>
            The game server has not reported for 4 minutes.
          </Callout>
        ))}
      </Columns>
    </Stack>
  );
}
