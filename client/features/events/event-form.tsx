import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';

import { useNow } from '#client/lib/use-now.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { DateTimeField } from '#client/ui/date-time-field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { TextareaField } from '#client/ui/textarea-field.tsx';
import { fromLocalInput, toLocalInput } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { FieldErrors } from '#shared/errors.ts';
import {
  EventDraft,
  eventLengths,
  eventTypes,
  findTimeProblem,
  readEventTime,
} from '#shared/events.ts';
import type { GameEvent } from '#shared/events.ts';

import { ownZone, ownZoneName } from './own-zone.ts';

import styles from './event-form.module.css';

type EventFields = Pick<GameEvent, 'title' | 'description' | 'type' | 'dateTime'>;

type Props = {
  submitLabel: string;
  /** The event to edit; undefined for a new one. */
  event?: GameEvent | undefined;
  save: (fields: EventFields) => Promise<void>;
  children?: ReactNode;
};

/** Form for a new or edited event; `children` are extra buttons. */
export function EventForm({ submitLabel, event, save, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const saving = useMutation({
    mutationFn: save,
    onError: (error) => show((error instanceof AppError && error.fields) || {}),
  });
  // The current minute is already past, so the earliest choice is the next one.
  const soonest = new Date(useNow(60_000) + 60_000).toISOString();

  function show(found: FieldErrors) {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  function submit(submission: FormEvent<HTMLFormElement>) {
    submission.preventDefault();
    const { fields, problems } = readForm(submission.currentTarget);
    show(problems);
    if (fields) saving.mutate(fields);
  }

  const hasFieldErrors = Object.keys(errors).length > 0;
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <TextField
        required
        name="title"
        label="Title"
        maxLength={eventLengths.title}
        defaultValue={event?.title}
        error={errors.title}
        className={styles.wide}
      />
      <TextareaField
        required
        name="description"
        label="Description"
        rows={4}
        maxLength={eventLengths.description}
        defaultValue={event?.description}
        error={errors.description}
        className={styles.wide}
      />
      <SelectField
        name="type"
        label="Type"
        options={eventTypes}
        defaultValue={event?.type ?? eventTypes[0]}
        error={errors.type}
      />
      <DateTimeField
        required
        name="dateTime"
        label="Date and time"
        min={toLocalInput(soonest)}
        defaultValue={event && toLocalInput(event.dateTime)}
        hint={`In your time zone: ${ownZone} (${ownZoneName(event?.dateTime ?? soonest)})`}
        error={errors.dateTime}
      />
      {saving.isError && !hasFieldErrors && (
        <div className={styles.wide}>
          <Callout tone="danger" live>
            {saving.error.message}
          </Callout>
        </div>
      )}
      <div className={styles.buttons}>
        <Button type="submit" tone="primary" pending={saving.isPending}>
          {submitLabel}
        </Button>
        {children}
      </div>
    </form>
  );
}

function readForm(form: HTMLFormElement): { fields?: EventFields; problems: FieldErrors } {
  const values = Object.fromEntries(new FormData(form));
  const dateTime =
    typeof values.dateTime === 'string' ? fromLocalInput(values.dateTime) : undefined;
  const checked = z.safeParse(EventDraft, { ...values, dateTime });
  const problems: FieldErrors = {};
  for (const issue of checked.error?.issues ?? [])
    problems[String(issue.path[0])] ??= issue.message;
  const timeProblem = findTimeProblem(readEventTime(dateTime), new Date());
  if (timeProblem) problems.dateTime ??= timeProblem;
  if (!checked.success || !dateTime || Object.keys(problems).length > 0) return { problems };
  const { title, description, type } = checked.data;
  return { fields: { title, description, type, dateTime }, problems };
}
