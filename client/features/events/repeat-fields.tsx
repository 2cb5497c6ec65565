import { useState } from 'react';

import type { FormFields } from '#client/lib/form.ts';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { GameEvent } from '#shared/endpoints/events.ts';
import {
  addDays,
  maxSeriesDays,
  toLocal,
  weekdayNames,
  weekdayOf,
} from '#shared/rules/event-series.ts';

import { ownZone } from './own-zone.ts';

type Field = (name: string) => { name: string; error: string | undefined };

type Props = {
  field: Field;
  /** The chosen start; undefined while the field is incomplete. */
  dateTime: string | undefined;
  /** The event whose series is edited; undefined for a new one, which need not repeat. */
  event: Pick<GameEvent, 'dateTime' | 'repeat'> | undefined;
  zone: string;
};

const rhythms = [
  { value: '1', label: 'Every week' },
  { value: '2', label: 'Every second week' },
];

/** A new series runs for twelve weeks, unless the host chooses otherwise. */
const usualDays = 12 * 7;

export function RepeatFields({ field, dateTime, event, zone }: Props) {
  const repeat = event?.repeat;
  const [everyWeeks, setEveryWeeks] = useState(repeat ? String(repeat.everyWeeks) : '');
  const day = dateTime ? toLocal(new Date(dateTime), zone).day : undefined;
  const weekdayBefore = event && weekdayOf(toLocal(new Date(event.dateTime), zone).day);
  return (
    <Stack gap={4}>
      <Columns>
        <SelectField
          {...field('repeat.everyWeeks')}
          label="Repeats"
          options={repeat ? rhythms : [{ value: '', label: 'Does not repeat' }, ...rhythms]}
          value={everyWeeks}
          onChange={(event) => setEveryWeeks(event.currentTarget.value)}
        />
        {everyWeeks && (
          <DateTimeField
            required
            // A new default when the first date changes, unless the series has one.
            key={repeat ? '' : day}
            type="date"
            {...field('repeat.until')}
            label="Until"
            min={day}
            max={day && addDays(day, maxSeriesDays)}
            defaultValue={repeat?.until ?? (day && addDays(day, usualDays))}
            hint="At most a year after the first event."
          />
        )}
      </Columns>
      {everyWeeks && (
        <Weekdays
          own={day ? weekdayOf(day) : undefined}
          // A Friday that is moved to Saturday takes the later Fridays with it.
          chosen={repeat?.weekdays.filter((each) => each !== weekdayBefore) ?? []}
          zone={zone}
          error={field('repeat.weekdays').error}
        />
      )}
    </Stack>
  );
}

type WeekdayProps = {
  /** The day of the event itself is always one of them. */
  own: number | undefined;
  chosen: readonly number[];
  zone: string;
  error: string | undefined;
};

function Weekdays({ own, chosen, zone, error }: WeekdayProps) {
  return (
    <Stack as="fieldset" gap={2}>
      <Text as="legend" size="sm" strong>
        {zone === ownZone ? 'On these days' : `On these days in ${zone}`}
      </Text>
      <Columns min="xs" gap={3}>
        {weekdayNames.map((name, at) => (
          <Checkbox
            // The day of the event follows the date.
            key={`${name} ${own === at + 1}`}
            name={`weekday-${at + 1}`}
            aria-label={name}
            label={name.slice(0, 3)}
            disabled={own === at + 1}
            defaultChecked={own === at + 1 || chosen.includes(at + 1)}
          />
        ))}
      </Columns>
      {error && (
        <Text role="alert" tone="warning">
          {error}
        </Text>
      )}
    </Stack>
  );
}

/** The rule as typed, to be checked; undefined if the event does not repeat. */
export function readRepeat(fields: FormFields, dateTime: string | undefined, zone: string) {
  const everyWeeks = Number(fields['repeat.everyWeeks'] ?? '');
  if (everyWeeks === 0) return undefined;
  const own = dateTime && weekdayOf(toLocal(new Date(dateTime), zone).day);
  const weekdays = weekdayNames
    .map((_, at) => at + 1)
    .filter((weekday) => weekday === own || fields[`weekday-${weekday}`]);
  return { everyWeeks, weekdays, until: fields['repeat.until'] ?? '' };
}
