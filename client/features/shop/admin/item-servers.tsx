import { useQuery } from '@tanstack/react-query';

import { toNumber } from '#client/lib/form.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Hint, Legend } from '#client/ui/text/text.tsx';
import type { Deliverer } from '#shared/endpoints/game-servers.ts';
import { shopLimits } from '#shared/endpoints/shop.ts';

import { deliverersQuery } from './admin-shop.queries.ts';
import { describeDelivery } from './describe-delivery.ts';
import type { ItemFields } from './item-fields.ts';

type Props = {
  fields: ItemFields;
  error: string | undefined;
  onChange: (change: Pick<ItemFields, 'serverIds'>) => void;
};

export function ItemServers({ fields, error, onChange }: Props) {
  const { kind, serverIds } = fields;
  const itemId = toNumber(fields.itemId);
  const isId = Number.isInteger(itemId) && itemId >= 0 && itemId <= shopLimits.itemId;
  const isComplete = kind !== 'item' || isId;
  const { data: servers } = useQuery(deliverersQuery(isId ? itemId : undefined));
  if (!servers) return null;
  const choice = { kind, itemId, serverIds };
  const { isSold, problem, reason, knownAs } = describeDelivery(servers, choice);
  return (
    <>
      {isComplete && problem && (
        <Callout tone={isSold ? 'info' : 'warning'} live>
          {problem}
        </Callout>
      )}
      {isComplete && (reason || knownAs) && (
        <Hint>{[knownAs, reason].filter(Boolean).join(' ')}</Hint>
      )}
      {(servers.length > 1 || serverIds !== null) && (
        <ServerChoice
          servers={servers}
          serverIds={serverIds}
          error={error}
          onChange={(ids) => onChange({ serverIds: ids })}
        />
      )}
    </>
  );
}

type ChoiceProps = {
  servers: Deliverer[];
  serverIds: number[] | null;
  error: string | undefined;
  onChange: (serverIds: number[] | null) => void;
};

function ServerChoice({ servers, serverIds, error, onChange }: ChoiceProps) {
  return (
    <Stack as="fieldset" gap={3}>
      <Legend>Delivered by</Legend>
      <Checkbox
        label="Every game server"
        hint="Switch off if only some of your games have this item."
        checked={serverIds === null}
        error={error}
        onChange={({ target }) => onChange(target.checked ? null : servers.map(({ id }) => id))}
      />
      {serverIds !== null && (
        <Columns min="sm" gap={3}>
          {servers.map(({ id, name, delivers, hasConnected }) => (
            <Checkbox
              key={id}
              label={name}
              hint={hintOf({ delivers, hasConnected })}
              checked={serverIds.includes(id)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...serverIds, id] : serverIds.filter((other) => other !== id),
                )
              }
            />
          ))}
        </Columns>
      )}
    </Stack>
  );
}

function hintOf({ delivers, hasConnected }: Pick<Deliverer, 'delivers' | 'hasConnected'>) {
  if (!delivers) return 'Has no token for deliveries.';
  return hasConnected ? undefined : 'Has never connected.';
}
