import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';

import { site } from '#client/lib/site.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { Checkbox } from '#client/ui/choice.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { AppError } from '#shared/errors.ts';
import type { GameServer } from '#shared/game-servers.ts';

import { readField } from './read-field.ts';
import { scopeTexts, usualScopes } from './scope-texts.ts';
import { createToken } from './servers.queries.ts';

import styles from './forms.module.css';

type Props = { server: GameServer; onClose: () => void };

export function TokenDialog({ server, onClose }: Props) {
  const [scopes, setScopes] = useState(usualScopes);
  const creating = useMutation({
    mutationFn: (addresses: string[]) => createToken(server.id, { scopes, addresses }),
  });
  if (creating.data) return <ShowToken token={creating.data} server={server} onClose={onClose} />;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = readField(event.currentTarget, 'addresses');
    const addresses = text.split(/[\s,]+/).filter(Boolean);
    if (!creating.isPending) creating.mutate(addresses);
  }

  const fields = (creating.error instanceof AppError && creating.error.fields) || {};
  const addressError = Object.entries(fields).find(([name]) => name.startsWith('addresses'))?.[1];
  return (
    <Dialog
      size="lg"
      title={`New token for ${server.name}`}
      closeOnBackdrop={false}
      onClose={onClose}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <fieldset className={styles.scopes}>
          <legend>Permissions</legend>
          {scopeTexts.map(({ scope, label, hint }) => (
            <Checkbox
              key={scope}
              label={label}
              hint={hint}
              checked={scopes.includes(scope)}
              onChange={(event) =>
                setScopes(
                  event.target.checked
                    ? [...scopes, scope]
                    : scopes.filter((other) => other !== scope),
                )
              }
            />
          ))}
        </fieldset>
        <TextField
          name="addresses"
          label="Allowed addresses"
          hint="Such as 203.0.113.7 or 10.0.0.0/8, separated by commas. Leave empty to allow any address."
          autoComplete="off"
          spellCheck={false}
          error={addressError}
        />
        {creating.error && !addressError && (
          <Callout tone="danger" live>
            {creating.error.message}
          </Callout>
        )}
        <div className={styles.buttons}>
          <Button
            type="submit"
            tone="primary"
            disabled={scopes.length === 0}
            pending={creating.isPending}
          >
            Create token
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

type ShowProps = Props & { token: string };

/** The only time the token is shown. */
export function ShowToken({ token, server, onClose }: ShowProps) {
  return (
    <Dialog size="lg" title={`Token for ${server.name}`} closeOnBackdrop={false} onClose={onClose}>
      <div className={styles.form}>
        <Callout tone="warning">
          Copy it now: it is not stored and will not be shown again. Anyone who has it can act as
          your game server.
        </Callout>
        <CodeBlock label="Token" code={token} />
        <p>
          In the adapter beside your game, set it as <code>BRIDGE_TOKEN</code> and the address of{' '}
          {site.name} as <code>BRIDGE_URL</code>. See docs/bridge.md.
        </p>
        <Button tone="primary" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  );
}
