import { useListGroups } from './use-lists.ts';

/** The options of a select: every list, in groups if there are counters. */
export function ListOptions() {
  const groups = useListGroups();
  return groups.map(({ name, lists }) => {
    const options = lists.map((list) => (
      <option key={list} value={list}>
        {list}
      </option>
    ));
    return groups.length === 1 ? (
      options
    ) : (
      <optgroup key={name} label={name}>
        {options}
      </optgroup>
    );
  });
}
