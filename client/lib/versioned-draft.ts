/**
 * The editing of one document of which the server keeps every version. Invariants: a save is always based on the
 * version that was opened, so it never overwrites someone else's work unseen, and the draft on the screen stays until
 * its author replaces it.
 */
import type { QueryKey } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';

import { useForm } from '#client/lib/form.ts';
import type { Checked } from '#client/lib/form.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { askConfirm } from '#client/ui/overlay/dialog-service.tsx';
import { AppError } from '#shared/errors.ts';
import type { FieldErrors } from '#shared/errors.ts';

type Versioned = { version: number };

type Options<Document extends Versioned, Draft, Sent> = {
  /** The server's version, which may be newer than the one being edited. */
  current: Document;
  /** The query of `current`. It is read again when someone else was faster. */
  queryKey: QueryKey;
  read: (document: Document) => Draft;
  check: (draft: Draft) => Checked<Sent>;
  send: (sent: Sent, version: number) => Promise<Document>;
  describeSaved: (saved: Document) => string;
  /** Asked before leaving unsaved changes. */
  leaveText: string;
  /** Other documents are at the same path. */
  leavesWithinPath?: boolean;
  /** The part of what was sent that stays on the screen after saving. By default it is what the server answers. */
  keep?: (sent: Sent) => Draft;
  onError?: (error: Error) => unknown;
  onInvalid?: (errors: FieldErrors) => unknown;
  /** Takes a newer version without a question if nothing was changed. */
  follows?: boolean;
};

export function useVersionedDraft<Document extends Versioned, Draft extends object, Sent>({
  current,
  read,
  keep,
  ...options
}: Options<Document, Draft, Sent>) {
  const [draft, setDraft] = useState(() => read(current));
  const [base, setBase] = useState<{ version: number; draft: Draft | null }>({
    version: current.version,
    draft,
  });
  const [revision, setRevision] = useState(0);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base.draft);

  const form = useForm<Sent, Document>({
    check: () => options.check(draft),
    send: (sent) => options.send(sent, base.version),
    done: options.describeSaved,
    onDone: (saved, sent) => {
      if (keep) setBase({ version: saved.version, draft: keep(sent) });
      else load(saved);
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === 'admin/outdated') {
        void queryClient.invalidateQueries({ queryKey: options.queryKey });
      }
      options.onError?.(error);
    },
    onInvalid: (errors) => options.onInvalid?.(errors),
  });
  const isBehind = current.version > base.version && !form.isPending;

  function take(document: Document) {
    const next = read(document);
    setDraft(next);
    setBase({ version: document.version, draft: next });
    setRevision((before) => before + 1);
  }

  function load(document: Document) {
    take(document);
    form.show({});
  }

  if (isBehind && !isDirty && options.follows) take(current);

  useBlocker({
    shouldBlockFn: async ({ current: from, next: to }) => {
      const isLeaving = from.pathname !== to.pathname || options.leavesWithinPath;
      if (!isDirty || !isLeaving) return false;
      const labels = { confirmLabel: 'Leave', cancelLabel: 'Stay' };
      return !(await askConfirm(options.leaveText, { ...labels, tone: 'danger' }));
    },
    enableBeforeUnload: () => isDirty,
  });

  return {
    form,
    draft,
    isDirty,
    /** Someone else saved meanwhile. */
    isBehind,
    /** The version that the draft is based on. */
    version: base.version,
    /** Changes when the whole draft is replaced. */
    revision,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    load,
    /** The next save replaces the newer version, which stays in the history. */
    keepMine: () => setBase({ version: current.version, draft: null }),
  };
}
