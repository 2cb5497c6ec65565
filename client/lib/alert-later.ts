import type { showAlert } from '#client/ui/overlay/dialog-service.tsx';

/** For the first load, which does not have the dialogs. They follow when the browser is idle. */
export async function alertLater(...alert: Parameters<typeof showAlert>): Promise<boolean> {
  const dialogs = await import('#client/ui/overlay/dialog-service.tsx');
  return dialogs.showAlert(...alert);
}
