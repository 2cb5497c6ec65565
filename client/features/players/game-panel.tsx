import type { FormEvent } from 'react';

import { call } from '#client/lib/api.ts';
import { checkValues, readField, useFormErrors } from '#client/lib/form-check.ts';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { NumberField } from '#client/ui/text-field.tsx';
import { adminLimits, teleportPlayer } from '#shared/players.ts';
import type { ManagedUser } from '#shared/players.ts';

import { usePlayerChange } from './use-player-change.ts';

import styles from './managed-player.module.css';

export function GamePanel({ user }: { user: ManagedUser }) {
  const { form, errors, show, clearError } = useFormErrors();
  const { run, isPending } = usePlayerChange(user);
  const { username, version } = user;

  function kick() {
    void run({
      question: `Kick ${username} from the game?`,
      confirmLabel: 'Kick',
      isDangerous: true,
      send: () =>
        call('POST /api/admin/users/{username}/kick', { params: { username }, body: { version } }),
      done: `The kick command for ${username} was sent to the game.`,
    });
  }

  function teleport(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const { data, errors: found } = checkValues(teleportPlayer.body!, {
      x: toNumber(readField(element, 'x')),
      y: toNumber(readField(element, 'y')),
      height: toNumber(readField(element, 'height')),
      version,
    });
    show(found ?? {});
    if (!data) return;
    void run({
      question: `Teleport ${username} to ${data.x}, ${data.y} at height ${data.height}?`,
      confirmLabel: 'Teleport',
      send: () =>
        call('POST /api/admin/users/{username}/teleport', { params: { username }, body: data }),
      done: `The teleport command for ${username} was sent to the game.`,
    });
  }

  return (
    <Panel variant="plain" heading="In the game" icon="server">
      <div className={styles.spread}>
        <p className={styles.note}>
          {user.isOnline
            ? `${username} is in the game right now.`
            : `${username} does not seem to be in the game.`}
        </p>
        <Button tone="danger" size="sm" icon="logout" pending={isPending} onClick={kick}>
          Kick
        </Button>
      </div>
      <hr className={styles.rule} />
      <form ref={form} className={styles.form} noValidate onSubmit={teleport} onInput={clearError}>
        <div className={styles.three}>
          <NumberField
            required
            name="x"
            label="X"
            min={0}
            max={adminLimits.coordinate}
            error={errors.x}
          />
          <NumberField
            required
            name="y"
            label="Y"
            min={0}
            max={adminLimits.coordinate}
            error={errors.y}
          />
          <NumberField
            required
            name="height"
            label="Height"
            defaultValue={0}
            min={0}
            max={adminLimits.height}
            error={errors.height}
          />
        </div>
        <div className={styles.row}>
          <Button type="submit" icon="arrow-right">
            Teleport
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** An empty field must not become 0. */
function toNumber(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}
