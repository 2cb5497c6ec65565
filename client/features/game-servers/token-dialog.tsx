import { useState } from 'react';

import { change } from '#client/lib/change.ts';
import { useForm } from '#client/lib/form.ts';
import { Button } from '#client/ui/form/button.tsx';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Columns } from '#client/ui/layout/layout.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Legend } from '#client/ui/text/text.tsx';
import type { GameServer } from '#shared/endpoints/game-servers.ts';
import { usualScopes } from '#shared/rules/game-setup.ts';

import { scopeTexts } from './scope-texts.ts';
import { ShowToken } from './show-token.tsx';

type Props = { server: GameServer; onClose: () => void };

export function TokenDialog({ server, onClose }: Props) {
  const [scopes, setScopes] = useState(usualScopes);
  const form = useForm({
    check: (fields) => ({ data: (fields['addresses'] ?? '').split(/[\s,]+/).filter(Boolean) }),
    send: (addresses) =>
      change('admin', 'POST /api/admin/servers/{id}/tokens', {
        params: { id: String(server.id) },
        body: { scopes, addresses },
      }),
  });
  if (form.answer) return <ShowToken token={form.answer.token} server={server} onClose={onClose} />;
  return (
    <Dialog
      size="lg"
      title={`New token for ${server.name}`}
      closeOnBackdrop={false}
      onClose={onClose}
    >
      <Form
        form={form}
        submitLabel="Create Token"
        disabled={scopes.length === 0}
        buttons={<Button onClick={onClose}>Cancel</Button>}
      >
        <Columns as="fieldset" gap={3}>
          <Legend>Permissions</Legend>
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
        </Columns>
        <TextField
          {...form.field('addresses')}
          label="Allowed addresses"
          hint="Such as 203.0.113.7 or 10.0.0.0/8, separated by commas. Leave empty to allow any address."
          spellCheck={false}
        />
      </Form>
    </Dialog>
  );
}
