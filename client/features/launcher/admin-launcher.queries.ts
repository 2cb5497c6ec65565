import { change } from '#client/lib/change.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read } from '#client/lib/read.ts';
import { upload } from '#client/lib/upload.ts';
import type { RouteInput } from '#shared/api.ts';
import type { ManagedDownload } from '#shared/endpoints/launcher.ts';
import { launcherMaxBytes } from '#shared/rules/launcher-kinds.ts';
import type { LauncherKind } from '#shared/rules/launcher-kinds.ts';

export const downloadsQuery = read('site', 'GET /api/admin/launcher', {});

export function updateLauncher(
  kind: LauncherKind,
  body: RouteInput<'PATCH /api/admin/launcher/{kind}'>['body'],
) {
  return change('site', 'PATCH /api/admin/launcher/{kind}', { params: { kind }, body });
}

/** Checks the size first: the server would refuse only after the upload. */
export async function uploadLauncher(
  { file, version }: { file: File; version: string },
  onProgress: (share: number) => void,
): Promise<ManagedDownload> {
  if (file.size > launcherMaxBytes) {
    throw new Error(`The launcher may be at most ${launcherMaxBytes / 1024 / 1024} MB.`);
  }
  const saved = await upload('POST /api/admin/launcher/file', file, {
    query: version ? { version } : {},
    onProgress,
  });
  await queryClient.invalidateQueries({ queryKey: downloadsQuery.queryKey });
  return saved;
}
