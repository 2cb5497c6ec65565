import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { type ButtonLook, IconButton } from '#client/ui/form/button.tsx';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { placePopover } from '#client/ui/overlay/place-popover.ts';

import styles from './menu.module.css';

export type MenuItemProps = {
  className: string;
  role: 'menuitem' | undefined;
  children: ReactNode;
};

export type MenuItem = {
  label: string;
  icon?: IconName | undefined;
  danger?: boolean | undefined;
  /** Draws a line above this item. */
  separated?: boolean | undefined;
} & (
  | { onSelect: () => void }
  /** For links: `render: (props) => <Link to="/polls" {...props} />`. */
  | { render: (props: MenuItemProps) => ReactNode }
);

type Props = ButtonLook & {
  label: string;
  /** False where an item does not apply. */
  items: readonly (MenuItem | false)[];
  /** Shows only this icon; the label becomes the button's accessible name. */
  icon?: IconName | undefined;
  align?: 'start' | 'end' | undefined;
  /** `navigation`: a list of links that keep their link role. */
  purpose?: 'actions' | 'navigation' | undefined;
  /** Needed without an icon. */
  className?: string | undefined;
};

export function Menu({
  label,
  items,
  icon,
  align = 'start',
  purpose = 'actions',
  className,
  ...look
}: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState(false);
  const isMenu = purpose === 'actions';

  // The browser closes the list, without an event, when React moves it: a card of a list that is sorted again.
  const isWanted = useRef(false);
  useLayoutEffect(() => {
    if (!isWanted.current || !list.current || list.current.matches(':popover-open')) return;
    list.current.showPopover();
    if (button.current) placePopover(list.current, button.current, { align });
  });

  useEffect(() => {
    if (!open) return undefined;
    function place() {
      if (list.current && button.current) placePopover(list.current, button.current, { align });
    }
    place();
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, { passive: true, capture: true });
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, { capture: true });
    };
  }, [open, align]);

  function openAt(which: 'first' | 'last') {
    list.current?.showPopover();
    const stops = findItems(list.current);
    stops.at(which === 'first' ? 0 : -1)?.focus();
  }

  function onButtonKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    openAt(event.key === 'ArrowDown' ? 'first' : 'last');
  }

  function onListKey(event: KeyboardEvent) {
    const stops = findItems(list.current);
    const next = nextStop(event.key, stops, document.activeElement);
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (event.key === 'Escape' || (event.key === 'Tab' && isMenu)) {
      list.current?.hidePopover();
      button.current?.focus();
    }
  }

  const trigger = {
    ref: button,
    popoverTarget: id,
    'aria-expanded': open,
    'aria-haspopup': isMenu ? ('menu' as const) : undefined,
    'aria-controls': id,
    onKeyDown: onButtonKey,
  };

  return (
    <>
      {icon ? (
        <IconButton {...trigger} {...look} icon={icon} label={label} className={className} />
      ) : (
        <button {...trigger} type="button" className={className}>
          {label}
          <Icon name="chevron-down" className={classNames(styles.chevron, open && styles.turned)} />
        </button>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- only handles events that bubble from its items */}
      <ul
        ref={list}
        id={id}
        popover="auto"
        role={isMenu ? 'menu' : undefined}
        aria-label={isMenu ? label : undefined}
        className={styles.list}
        onBeforeToggle={(event) => {
          isWanted.current = event.newState === 'open';
        }}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={onListKey}
        onClick={() => list.current?.hidePopover()}
      >
        {items
          .filter((item) => item !== false)
          .map((item) => (
            <li
              key={item.label}
              role={isMenu ? 'none' : undefined}
              className={item.separated ? styles.separated : undefined}
            >
              <Item item={item} role={isMenu ? 'menuitem' : undefined} />
            </li>
          ))}
      </ul>
    </>
  );
}

function Item({ item, role }: { item: MenuItem; role: 'menuitem' | undefined }) {
  const className = classNames(styles.item, item.danger && styles.danger);
  const children = (
    <>
      {item.icon && <Icon name={item.icon} className={styles.icon} />}
      {item.label}
    </>
  );
  if ('render' in item) return item.render({ className, role, children });
  return (
    <button type="button" role={role} className={className} onClick={item.onSelect}>
      {children}
    </button>
  );
}

function findItems(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('a, button:not(:disabled)') ?? [])];
}

function nextStop(
  key: string,
  stops: HTMLElement[],
  current: Element | null,
): HTMLElement | undefined {
  const at = stops.findIndex((stop) => stop === current);
  switch (key) {
    case 'ArrowDown':
      return stops[(at + 1) % stops.length];
    case 'ArrowUp':
      return stops.at(at <= 0 ? -1 : at - 1);
    case 'Home':
      return stops[0];
    case 'End':
      return stops.at(-1);
    default:
      // A letter moves the focus to the next item that begins with it.
      return key.length === 1 && key !== ' '
        ? [...stops.slice(at + 1), ...stops].find((stop) =>
            stop.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()),
          )
        : undefined;
  }
}
