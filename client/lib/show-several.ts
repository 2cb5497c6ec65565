import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import type { BulkAnswer } from '#shared/schemas.ts';

type Words = { done: string; nameOf: (id: string) => string };

/** A toast if all were done; otherwise an alert that says which were not, and why. */
export function showSeveral({ results }: BulkAnswer, { done, nameOf }: Words): void {
  const refused = results.filter(({ error }) => error !== null);
  const count = (results.length - refused.length).toLocaleString('en');
  if (refused.length === 0) {
    showToast(`${count} ${done}.`, { tone: 'success' });
    return;
  }
  const lines = refused.map(({ id, error }) => `${nameOf(id)}: ${error}`);
  void showAlert([`${count} ${done}, ${refused.length} could not be:`, ...lines].join('\n'));
}
