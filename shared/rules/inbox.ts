/** A thread is open while the staff has to act, waiting while the player has to. */
export const threadStates = ['open', 'waiting', 'closed'] as const;
export type ThreadState = (typeof threadStates)[number];

export const threadKinds = ['appeal', 'report', 'help', 'question'] as const;
export type ThreadKind = (typeof threadKinds)[number];

export const priorities = ['low', 'normal', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

/** The records that a thread can be about. Reports are about the first three, requests for help about the others. */
export const aboutKinds = ['player', 'event', 'gift', 'purchase', 'order'] as const;
export type AboutKind = (typeof aboutKinds)[number];

export type AnswerValues = { player: string; staff: string; subject: string };

/** Fills the placeholders of a canned answer; unknown ones stay. */
export function fillAnswer(text: string, values: AnswerValues): string {
  return text.replaceAll(/\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof AnswerValues] : all,
  );
}
