import type { IconName } from '#client/ui/icon/icon-names.ts';
import type { Priority, ThreadKind, ThreadState } from '#shared/rules/inbox.ts';

// The words of the staff’s screen.

export const kindLooks: Record<ThreadKind, { label: string; icon: IconName }> = {
  appeal: { label: 'Appeal', icon: 'shield' },
  report: { label: 'Report', icon: 'warning' },
  help: { label: 'Help', icon: 'aid' },
  question: { label: 'Question', icon: 'info' },
};

export const stateLooks = {
  open: { label: 'Open', tone: 'gold' },
  waiting: { label: 'Waiting for the player', tone: 'sky' },
  closed: { label: 'Closed', tone: 'neutral' },
} as const satisfies Record<ThreadState, unknown>;

export const priorityLabels: Record<Priority, string> = {
  low: 'Low',
  normal: 'Normal',
  urgent: 'Urgent',
};

/** The choices of a select, from a record of labels or looks. */
export function optionsOf(record: Record<string, string | { label: string }>) {
  return Object.entries(record).map(([value, look]) => ({
    value,
    label: typeof look === 'string' ? look : look.label,
  }));
}
