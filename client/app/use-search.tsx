import { startTransition, useLayoutEffect, useState } from 'react';

import { useSession } from '#client/lib/session.ts';
import { useLater } from '#client/lib/use-later.ts';

const loadForAll = () => import('./search-palette.tsx');
const loadForStaff = () => import('./command-palette.tsx');

/** Opens the search by Ctrl+K, "/" or the returned function. Its code is loaded when the browser is idle. */
export function useSearch() {
  const [isOpen, setIsOpen] = useState(false);
  const part = useLater(useSession().mayOpenAdmin ? loadForStaff : loadForAll, isOpen);
  // Not an ordinary effect, which may run after the paint: a key pressed as soon as the header shows would be lost.
  useLayoutEffect(() => {
    function listen(event: KeyboardEvent) {
      if (!isShortcut(event)) return;
      event.preventDefault();
      setIsOpen((wasOpen) => !wasOpen);
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return {
    // The button is painted as pressed before the palette. A key opens it at once: the next key is for its field.
    openSearch: () => startTransition(() => setIsOpen(true)),
    palette: part && isOpen && <part.Palette onClose={() => setIsOpen(false)} />,
  };
}

function isShortcut(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target, defaultPrevented } = event;
  // The post editor uses Ctrl+K to insert a link.
  if (defaultPrevented || altKey) return false;
  if (ctrlKey || metaKey) return !shiftKey && key.toLowerCase() === 'k';
  // Some keyboards need Shift for the slash.
  return (
    key === '/' &&
    !(target instanceof Element && target.closest('input, textarea, select, [contenteditable]')) &&
    !document.querySelector('dialog[open]')
  );
}
