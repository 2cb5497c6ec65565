import { type ReactNode, useState } from 'react';

import { checkValues, useForm } from '#client/lib/form.ts';
import type { Checked, FormFields } from '#client/lib/form.ts';
import { useChoices } from '#client/lib/labels.ts';
import { fromLocalInput, toLocalInput } from '#client/lib/local-input.ts';
import { useNow } from '#client/lib/use-now.ts';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Columns } from '#client/ui/layout/layout.tsx';
import { EventDraft } from '#shared/endpoints/events.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';
import { findRepeatProblem, toLocal } from '#shared/rules/event-series.ts';
import { eventLengths, findTimeProblem, readEventTime } from '#shared/rules/events.ts';

import { describeOwnZone } from './own-zone.ts';
import { readRepeat, RepeatFields } from './repeat-fields.tsx';

type EventFields = Pick<GameEvent, 'title' | 'description' | 'type' | 'dateTime'> &
  Pick<EventDraft, 'repeat'>;

type Props = {
  submitLabel: string;
  event?: Pick<GameEvent, 'title' | 'description' | 'type' | 'dateTime' | 'repeat'> | undefined;
  /** The zone of a new event or of the whole series; undefined if only one date is edited. */
  repeatsIn?: string | undefined;
  /** When it is opened from far below. */
  hasFocus?: boolean;
  save: (fields: EventFields) => Promise<void>;
  children?: ReactNode;
};

export function EventForm({ submitLabel, event, repeatsIn, hasFocus, save, children }: Props) {
  const form = useForm({ check: (fields) => checkEvent(fields, repeatsIn), send: save });
  const [dateTime, setDateTime] = useState(event?.dateTime);
  const types = useChoices('events', event?.type);
  // The current minute is already past, so the earliest choice is the next one.
  const soonest = new Date(useNow(60_000) + 60_000).toISOString();
  return (
    <Form form={form} submitLabel={submitLabel} buttons={children}>
      <TextField
        ref={hasFocus ? focusField : undefined}
        required
        {...form.field('title')}
        label="Title"
        maxLength={eventLengths.title}
        defaultValue={event?.title}
      />
      <TextareaField
        required
        {...form.field('description')}
        label="Description"
        rows={4}
        maxLength={eventLengths.description}
        defaultValue={event?.description}
      />
      <Columns>
        <SelectField
          {...form.field('type')}
          label="Type"
          options={types.map(({ key, name }) => ({ value: key, label: name }))}
          defaultValue={event?.type ?? types[0]?.key}
        />
        <DateTimeField
          required
          {...form.field('dateTime')}
          label="Date and time"
          min={toLocalInput(soonest)}
          defaultValue={event && toLocalInput(event.dateTime)}
          onChange={({ currentTarget }) => setDateTime(fromLocalInput(currentTarget.value))}
          hint={`In your time zone: ${describeOwnZone(event?.dateTime ?? soonest)}`}
        />
      </Columns>
      {repeatsIn && (
        <RepeatFields field={form.field} dateTime={dateTime} event={event} zone={repeatsIn} />
      )}
    </Form>
  );
}

function focusField(field: HTMLInputElement | null): void {
  field?.focus();
}

/** Also checks what the schema does not: that the event is in the future, and that the rule suits its date. */
function checkEvent(fields: FormFields, zone: string | undefined): Checked<EventFields> {
  const dateTime = fromLocalInput(fields['dateTime'] ?? '');
  const repeat = zone && readRepeat(fields, dateTime, zone);
  const { data, errors = {} } = checkValues(EventDraft, { ...fields, dateTime, repeat });
  const timeProblem = findTimeProblem(readEventTime(dateTime), new Date());
  if (timeProblem) errors['dateTime'] ??= timeProblem;
  if (!data?.type || !dateTime || timeProblem) return { errors };
  const problem =
    zone && data.repeat && findRepeatProblem(toLocal(new Date(dateTime), zone).day, data.repeat);
  if (problem) return { errors: { [`repeat.${problem.field}`]: problem.text } };
  const { title, description, type } = data;
  return { data: { title, description, type, dateTime, repeat: data.repeat } };
}
