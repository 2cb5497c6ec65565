/** The admin page shows the list, the list with one poll above it, or the editor. */
export type AdminView = { kind: 'list' | 'show' | 'new' | 'edit' | 'copy'; id?: string };

/** `?poll=12`, `?edit=new`, `?edit=12`, `?copy=12`; the router parses ids as numbers. */
export function readAdminSearch(search: Record<string, unknown>): AdminView {
  if (search.edit === 'new') return { kind: 'new' };
  for (const [name, kind] of [
    ['edit', 'edit'],
    ['copy', 'copy'],
    ['poll', 'show'],
  ] as const) {
    if (typeof search[name] === 'number') return { kind, id: String(search[name]) };
  }
  return { kind: 'list' };
}
