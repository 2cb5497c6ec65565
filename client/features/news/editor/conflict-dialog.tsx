import { formatDateTime } from '#client/lib/dates.ts';
import { Button } from '#client/ui/form/button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import type { EditedPost } from '#shared/endpoints/news.ts';

type Props = {
  theirs: EditedPost;
  isDirty: boolean;
  onLoad: (keepsMine: boolean) => void;
  onClose: () => void;
};

export function ConflictDialog({ theirs, isDirty, onLoad, onClose }: Props) {
  return (
    <Dialog
      size="md"
      title="Someone else saved this post"
      closeOnBackdrop={false}
      onClose={onClose}
    >
      <Stack>
        <Stack gap={3}>
          <p>{describeSave(theirs)}</p>
          <Hint>
            {isDirty
              ? 'Your version has not been saved, but nothing is lost. What do you want to do?'
              : 'You have changed nothing yet.'}
          </Hint>
        </Stack>
        <Stack gap={2}>
          {isDirty && (
            <Button tone="primary" icon="copy" onClick={() => onLoad(true)}>
              Load Theirs, Keep Mine as a Copy to Paste
            </Button>
          )}
          <Button
            tone={isDirty ? 'secondary' : 'primary'}
            icon="refresh"
            onClick={() => onLoad(false)}
          >
            {isDirty ? 'Load Theirs, Discard Mine' : 'Load Theirs'}
          </Button>
          <Button tone="quiet" onClick={onClose}>
            Decide Later
          </Button>
        </Stack>
      </Stack>
    </Dialog>
  );
}

export function describeSave({ updatedBy, updatedAt, state }: EditedPost): string {
  const at = formatDateTime(updatedAt);
  if (updatedBy) return `${updatedBy} saved this post on ${at}, after you opened it.`;
  const what = state === 'published' ? 'published on schedule' : 'changed';
  return `This post was ${what} on ${at}, after you opened it.`;
}
