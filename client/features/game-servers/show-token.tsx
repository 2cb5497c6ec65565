import { useState } from 'react';

import { Callout } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { CodeBlock } from '#client/ui/text/code-block.tsx';
import type { GameServer } from '#shared/endpoints/game-servers.ts';
import { listSetupSteps, setupGames } from '#shared/rules/game-setup.ts';
import type { SetupGame } from '#shared/rules/game-setup.ts';

type Props = { token: string; server: GameServer; onClose: () => void };

/** The only time the token is shown. */
export function ShowToken({ token, server, onClose }: Props) {
  const [game, setGame] = useState<SetupGame>('lostcity');
  const [password] = useState(createPassword);
  return (
    <Dialog size="lg" title={`Token for ${server.name}`} closeOnBackdrop={false} onClose={onClose}>
      <Stack gap={4}>
        <Callout tone="warning">
          Copy what you need now: the token is not stored and will not be shown again. Anyone who
          has it can act as your game server.
        </Callout>
        <CodeBlock label="Token" code={token} />
        <SelectField
          label="Game"
          options={setupGames}
          value={game}
          onChange={(event) => setGame(event.target.value as SetupGame)}
        />
        <p>{introductions[game]}</p>
        {listSetupSteps(game, { token, origin: location.origin, password }).map((step) => (
          <CodeBlock key={step.label} {...step} />
        ))}
        <Button tone="primary" onClick={onClose}>
          I Have Copied It
        </Button>
      </Stack>
    </Dialog>
  );
}

const introductions: Record<SetupGame, React.ReactNode> = {
  lostcity: (
    <>
      On the game’s machine, in the folder of this project. If the game has a file{' '}
      <code>data/config/world.json</code>, set its values there instead of in <code>.env</code>:{' '}
      <code>adapters/lostcity/README.md</code> has both names of each setting.
    </>
  ),
  '2006scape': (
    <>
      On the game’s machine, in the folder of this project.{' '}
      <code>adapters/2006scape/README.md</code> explains each setting.
    </>
  ),
  java: (
    <>
      Copy <code>adapters/java/WynholdBridge.java</code> into the game’s sources.{' '}
      <code>adapters/java/README.md</code> says which calls belong where.
    </>
  ),
  simulator: <>On any machine, in the folder of this project.</>,
  other: (
    <>
      The game, or a small program beside it, sends this token with every call.{' '}
      <code>docs/bridge.md</code> describes the calls with examples.
    </>
  ),
};

/** Letters and digits only: 2006Scape does not encode it. */
function createPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
