import { useState } from 'react';

import { Callout } from '#client/ui/feedback/callout.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/ui/feedback/error-state.tsx';
import { Loading } from '#client/ui/feedback/loading.tsx';
import { Progress } from '#client/ui/feedback/progress.tsx';
import { SkeletonRows } from '#client/ui/feedback/skeleton-rows.tsx';
import { Button, ButtonLink, IconButton } from '#client/ui/form/button.tsx';
import type { GlyphName } from '#client/ui/icon/icon-names.ts';
import icons from '#client/ui/icon/icons.json';
import { Columns, Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Tooltip } from '#client/ui/overlay/tooltip.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Medal } from '#client/ui/text/medal.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';
import { Stat } from '#client/ui/text/stat.tsx';

import { each, Example } from './example.tsx';

// JSON has no types for its keys at run time.
const glyphs = Object.keys({ ...icons.featureIcons, ...icons.glyphs }) as GlyphName[];

export function Buttons() {
  const [pending, setPending] = useState(false);
  function tryIt() {
    setPending(true);
    setTimeout(() => setPending(false), 1500);
  }
  return (
    <Stack as={Panel}>
      <Example label="Buttons">
        {each(['primary', 'secondary', 'danger', 'quiet'], (tone) => (
          <>
            <Button tone={tone}>{tone}</Button>
            <Button tone={tone} size="sm" disabled>
              {tone}
            </Button>
          </>
        ))}
        <Button tone="primary" size="lg" pending={pending} onClick={tryIt}>
          Try It
        </Button>
        <ButtonLink href="#buttons" icon="download">
          Download
        </ButtonLink>
      </Example>
      <Row gap={1}>
        {each(glyphs, (name) => (
          <Tooltip text={name}>
            {(trigger) => <IconButton {...trigger} icon={name} label={name} />}
          </Tooltip>
        ))}
      </Row>
    </Stack>
  );
}

export function Signals() {
  return (
    <Stack>
      <Stack as={Panel}>
        <Row>
          <Chip dot>dot</Chip>
          {each(['gold', 'moss', 'ember', 'blood', 'sky'], (tone) => (
            <Chip tone={tone}>{tone}</Chip>
          ))}
          <PlayerName name="Lady Ash" rights={3} />
          {each([1, 2, 3, 4], (rank) => (
            <Medal rank={rank} />
          ))}
        </Row>
        <Columns as="dl">
          <Stat label="Adventurers online" value={128} icon="users" note="Highest today: 211" />
          <Stat label="Longest siege" value="3 h 12 min" icon="boss" />
        </Columns>
        <Progress label="Progress" value={0.62} valueText="62%" />
      </Stack>
      <Columns min="lg">
        {each(['info', 'success', 'warning', 'danger'], (tone) => (
          <Callout tone={tone} heading={tone} action={<Button size="sm">Look</Button>}>
            The game server has not reported for 4 minutes.
          </Callout>
        ))}
        <Panel>
          <Loading text="Loading hiscores...">
            <SkeletonRows count={5} />
          </Loading>
        </Panel>
        <Panel>
          <EmptyState scene="chest" text="Nothing yet." action={<Button>Next Step</Button>} />
        </Panel>
      </Columns>
      <Panel>
        <ErrorState
          heading="The ravens did not come back"
          text="The server could not be reached. Wait a moment and try again."
          onRetry={() => {}}
        />
      </Panel>
    </Stack>
  );
}
