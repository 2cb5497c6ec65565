import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { askConfirm } from '#client/ui/overlay/dialog-service.tsx';

import type { PostFields } from './post-fields.ts';
import { clearWork, writeWork } from './unsaved-work.ts';

type Work = {
  id: string | undefined;
  version: number | null;
  fields: PostFields;
  isDirty: boolean;
};

const leaveText =
  'This post has unsaved changes. They stay on this device, so you can restore them when you come back. Leave?';

/** Stores unsaved changes in the browser shortly after each change, and warns before leaving. */
export function useUnsavedWork({ id, version, fields, isDirty }: Work): void {
  const wasDirty = useRef(isDirty);
  useEffect(() => {
    if (!isDirty) {
      if (wasDirty.current) clearWork('work', id);
      wasDirty.current = false;
      return undefined;
    }
    wasDirty.current = true;
    const store = () => writeWork('work', id, { fields, version });
    const timer = setTimeout(store, 400);
    window.addEventListener('pagehide', store);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', store);
    };
  }, [id, version, fields, isDirty]);

  useBlocker({
    shouldBlockFn: async () => {
      if (!isDirty) return false;
      writeWork('work', id, { fields, version });
      return !(await askConfirm(leaveText, { confirmLabel: 'Leave', cancelLabel: 'Stay' }));
    },
    enableBeforeUnload: () => isDirty,
  });
}
