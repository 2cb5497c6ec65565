import { useLater } from '#client/lib/use-later.ts';

const load = () => import('./overlay-hosts.tsx');

/** Dialogs and toasts. They are loaded before they are needed: one may have to say that there is no connection. */
export function Overlays() {
  const part = useLater(load);
  return part && <part.OverlayHosts />;
}
