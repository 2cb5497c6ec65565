import { useNavigate } from '@tanstack/react-router';

import { useSession } from '#client/lib/session.ts';
import { useSite } from '#client/lib/site.ts';
import { Button } from '#client/ui/form/button.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Row } from '#client/ui/layout/layout.tsx';

import { placeOf, useListSearch } from './lists.tsx';
import type { ListSearch } from './lists.tsx';

import styles from './list-toolbar.module.css';

/** Chooses what the list shows. The skill is chosen in the menu to the left, and players are found in the box to the right. */
export function ListToolbar() {
  const navigate = useNavigate();
  const { skill, mode, period, followed } = useListSearch();
  const { modes = [] } = useSite();
  const { isLoggedIn } = useSession();

  function show(change: Partial<ListSearch>) {
    const search = { skill, mode, period, followed, ...change };
    void navigate({ to: '/hiscores', search, resetScroll: false });
  }

  return (
    <Row as="search" aria-label="List" className={styles.tools}>
      <SelectField
        label="Period"
        hideLabel
        value={period ?? ''}
        placeholder="All time"
        onChange={({ target }) => show({ period: target.value || undefined })}
      >
        <optgroup label="Current top">
          <option value="day">Today</option>
          <option value="week">This week</option>
          <option value="month">This month</option>
          <option value="year">This year</option>
        </optgroup>
        <optgroup label="Records">
          <option value="best-day">Best day</option>
          <option value="best-week">Best week</option>
          <option value="best-month">Best month</option>
          <option value="best-year">Best year</option>
        </optgroup>
      </SelectField>
      {modes.length > 0 && (
        <SelectField
          label="Game mode"
          hideLabel
          value={mode ?? ''}
          placeholder="All game modes"
          options={modes.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={({ target }) => show({ mode: target.value || undefined })}
        />
      )}
      {isLoggedIn && (
        <Button
          icon="star"
          tone={followed ? 'secondary' : 'quiet'}
          aria-pressed={followed}
          className={styles.followed}
          onClick={() => show({ followed: !followed })}
        >
          Followed
        </Button>
      )}
      {!followed && !period && (
        <form
          className={styles.rank}
          onSubmit={(event) => {
            event.preventDefault();
            const rank = Number(new FormData(event.currentTarget).get('rank'));
            if (!(rank >= 1)) return;
            show(placeOf(rank));
            event.currentTarget.reset();
          }}
        >
          <TextField
            label="Go to rank"
            hideLabel
            name="rank"
            icon="arrow-right"
            inputMode="numeric"
            pattern="[1-9][0-9]{0,7}"
            title="A whole number from 1"
            placeholder="Go to rank"
            enterKeyHint="go"
          />
        </form>
      )}
    </Row>
  );
}
