import { useEffect, useState } from 'react';

import { Switch } from '#client/ui/form/switch.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Kbd } from '#client/ui/text/kbd.tsx';

const storageKey = 'admin-keys';
const rows = 'main tbody tr, main [data-row]';

/** A key clicks this part of the row that has the focus. */
const targets: Record<string, string> = {
  enter: 'a[href], summary',
  e: 'a[href*="edit="], a[href*="/edit/"], [aria-label^="Edit "]',
  x: '[data-select]',
};

const keys = [
  { key: 'J', text: 'Next row' },
  { key: 'K', text: 'Previous row' },
  { key: 'Enter', text: 'Open the row' },
  { key: 'E', text: 'Edit the row' },
  { key: 'X', text: 'Select the row' },
  { key: '?', text: 'This help' },
];

type Props = { isHelpOpen: boolean; onHelp: (isOpen: boolean) => void };

/** Keys for the lists of the admin area. They can be switched off: speech input types single letters. */
export function ListKeys({ isHelpOpen, onHelp }: Props) {
  const [isOn, setIsOn] = useState(() => localStorage.getItem(storageKey) !== 'off');

  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isElsewhere(event.target)) return;
      if (event.key === '?') onHelp(true);
      else if (!isOn || !pressKey(event.key.toLowerCase())) return;
      event.preventDefault();
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn, onHelp]);

  if (!isHelpOpen) return null;
  return (
    <Dialog size="sm" title="Keys in Lists" onClose={() => onHelp(false)}>
      <Stack gap={3} className="sans">
        {keys.map(({ key, text }) => (
          <Row key={key} spread>
            {text} <Kbd>{key}</Kbd>
          </Row>
        ))}
        <hr />
        <Row spread>
          Use these keys
          <Switch
            label="Use these keys"
            checked={isOn}
            onChange={(next) => {
              localStorage.setItem(storageKey, next ? 'on' : 'off');
              setIsOn(next);
            }}
          />
        </Row>
      </Stack>
    </Dialog>
  );
}

/** Whether the key belongs to a field, a menu or a dialog. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') || !(target instanceof Element)) return true;
  return (
    target.closest('textarea, select, [contenteditable], [popover], input:not([type=checkbox])') !==
    null
  );
}

/** Whether the key did something. A screen gives a button its own key with `data-key`. */
function pressKey(key: string): boolean {
  const withKeys = document.querySelectorAll<HTMLElement>('main [data-key]');
  const own = [...withKeys].find(({ dataset }) => dataset['key'] === key);
  if (own) {
    own.click();
    return true;
  }
  const all = [...document.querySelectorAll<HTMLElement>(rows)];
  const current = all.find((row) => row.contains(document.activeElement));
  if (key === 'j' || key === 'k') {
    const at = current ? all.indexOf(current) + (key === 'j' ? 1 : -1) : 0;
    return focusRow(all[at]);
  }
  // Enter on a link or button of the row is its own.
  if (!current || (key === 'enter' && document.activeElement !== current)) return false;
  const target = targets[key] && current.querySelector<HTMLElement>(targets[key]);
  if (!target) return false;
  target.click();
  return true;
}

function focusRow(row: HTMLElement | undefined): boolean {
  if (!row) return false;
  row.tabIndex = -1;
  row.focus();
  return true;
}
