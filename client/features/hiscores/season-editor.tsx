import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { change } from '#client/lib/change.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import type { FormFields } from '#client/lib/form.ts';
import { fromLocalInput, toLocalInput } from '#client/lib/local-input.ts';
import { read } from '#client/lib/read.ts';
import type { Edited } from '#client/lib/search.ts';
import { useNow } from '#client/lib/use-now.ts';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Columns } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import type { Season } from '#shared/endpoints/hiscore-lists.ts';
import { SeasonDraft, seasonLimits } from '#shared/endpoints/seasons.ts';

const serversQuery = read('admin', 'GET /api/admin/servers', {});

export function SeasonEditor({ edited }: { edited: Edited<Season> }) {
  const navigate = useNavigate();
  const old = edited.kind === 'edit' ? edited.item : undefined;
  const now = useNow(1000);
  const isBegun = old !== undefined && Date.parse(old.startsAt) <= now;
  const servers = useQuery(serversQuery).data ?? [];
  const form = useForm({
    check: (fields) => checkSeason(fields, old),
    send: (body: SeasonDraft) =>
      old
        ? change('hiscores', 'PUT /api/admin/hiscores/seasons/{id}', {
            params: { id: String(old.id) },
            body,
          })
        : change('hiscores', 'POST /api/admin/hiscores/seasons', { body }),
    done: 'The season is saved.',
    onDone: () => navigate({ to: '/admin/hiscores/seasons' }),
  });
  return (
    <Panel variant="plain" heading={old ? 'Edit Season' : 'New Season'} icon="pencil">
      <Form
        form={form}
        submitLabel="Save Season"
        buttons={<LinkButton to="/admin/hiscores/seasons">Cancel</LinkButton>}
      >
        <TextField
          required
          {...form.field('name')}
          label="Name"
          defaultValue={edited.item?.name}
          maxLength={seasonLimits.name}
        />
        <Columns min="sm">
          <DateTimeField
            required
            {...form.field('startsAt')}
            label="Starts"
            defaultValue={toLocalInput(old?.startsAt ?? new Date(now).toISOString())}
            disabled={isBegun}
            hint={isBegun ? 'The season has begun.' : 'A time in the past means now.'}
          />
          <DateTimeField
            required
            {...form.field('endsAt')}
            label="Ends"
            defaultValue={toLocalInput(old?.endsAt)}
            disabled={old?.isClosed}
            hint="In your time zone."
          />
        </Columns>
        <SelectField
          {...form.field('serverId')}
          label="World"
          placeholder="All: gains in the hiscores count"
          options={servers
            .filter(({ countsForHiscores }) => !countsForHiscores)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          defaultValue={String(edited.item?.serverId ?? '')}
          disabled={isBegun}
          hint="Or a game server that does not count for the hiscores: everyone starts there from nothing."
        />
      </Form>
    </Panel>
  );
}

/** The form does not send disabled fields: they keep their values. */
function checkSeason({ name, startsAt, endsAt, serverId }: FormFields, old: Season | undefined) {
  return checkValues(SeasonDraft, {
    name,
    startsAt: startsAt === undefined ? old?.startsAt : fromLocalInput(startsAt),
    endsAt: endsAt === undefined ? old?.endsAt : fromLocalInput(endsAt),
    serverId: serverId === undefined ? (old?.serverId ?? null) : Number(serverId) || null,
  });
}
