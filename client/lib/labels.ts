import type { Label } from '#shared/endpoints/labels.ts';
import type { LabelListName } from '#shared/rules/labels.ts';

import { useSite } from './site.ts';

/** The news categories or the event types, hidden ones included. Follows changes. */
function useLabels(list: LabelListName): Label[] {
  return useSite().labels[list];
}

/** The label of a post or an event. If it was added a moment ago, its key is its name. */
export function useLabel(list: LabelListName, key: string): Label {
  return (
    useLabels(list).find((label) => label.key === key) ?? {
      key,
      name: key,
      icon: 'news',
      tone: 'neutral',
      isHidden: false,
    }
  );
}

/** All visible labels, and the present one even if it is hidden. */
export function useChoices(list: LabelListName, present: string | undefined): Label[] {
  return useLabels(list).filter(({ key, isHidden }) => !isHidden || key === present);
}
