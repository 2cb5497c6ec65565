import { useId, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';

type Options<T> = {
  choices: readonly T[];
  /** `isSecond`: by Shift+Enter, for what has a second action. */
  onChoose: (choice: T, isSecond: boolean) => void;
  /** -1: nothing is active until the player moves to it, and Enter keeps the typed text. */
  firstActive: -1 | 0;
  /** `grid`: a row may have a button of its own. */
  popup?: 'listbox' | 'grid';
};

type Move = (at: number, count: number, first: -1 | 0) => number;

const arrows: Record<string, Move> = {
  ArrowDown: (at, count, first) => (at + 1 < count ? at + 1 : first),
  ArrowUp: (at, count, first) => (at - 1 >= first ? at - 1 : count - 1),
};
/** Only where a choice is always active; elsewhere these keys move the cursor in the text. */
const edges: Record<string, Move> = { Home: () => 0, End: (_, count) => count - 1 };

/** Follows the ARIA authoring practices: the focus stays in the field; arrows move, Enter chooses. */
export function useCombobox<T>({ choices, onChoose, firstActive, popup = 'listbox' }: Options<T>) {
  const listId = useId();
  const [active, setActive] = useState<number>(firstActive);
  const at = Math.min(active, choices.length - 1);
  const current = choices[at];

  function onKeyDown(event: KeyboardEvent) {
    const move = arrows[event.key] ?? (firstActive === 0 ? edges[event.key] : undefined);
    if (move && choices.length > 0) {
      event.preventDefault();
      const next = move(at, choices.length, firstActive);
      setActive(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault();
      onChoose(current, event.shiftKey);
    }
  }

  return {
    activeIndex: at,
    activate: setActive,
    restart: () => setActive(firstActive),
    fieldProps: {
      role: 'combobox',
      'aria-haspopup': popup,
      'aria-autocomplete': 'list',
      'aria-expanded': choices.length > 0,
      'aria-controls': listId,
      'aria-activedescendant': current === undefined ? undefined : `${listId}-${at}`,
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      onKeyDown,
    },
    /** For the parts of a row in a grid. */
    cellProps: { role: 'gridcell' },
    listProps: { id: listId, role: popup },
    optionProps: (index: number) => ({
      id: `${listId}-${index}`,
      role: popup === 'grid' ? 'row' : 'option',
      'aria-selected': index === at,
      // Keeps the focus in the field while the click is handled.
      onPointerDown: (event: PointerEvent) => event.preventDefault(),
      onClick: () => {
        const choice = choices[index];
        if (choice !== undefined) onChoose(choice, false);
      },
    }),
  } as const;
}
