import { ownRows } from '#server/lib/data/personal-data.ts';
import type { DataFile, PersonalData } from '#server/lib/data/personal-data.ts';

import { findPicturesOf } from './media.db.ts';
import { readPicture } from './media.service.ts';

export const mediaPersonalData: PersonalData = {
  parts: [
    {
      ...ownRows(
        'Pictures you uploaded',
        'media.created_by',
        `'pictures/' || hash || '.webp' as file, width, height, created_at`,
        { orderBy: 'created_at, hash' },
      ),
      async readFiles(deps, { id }) {
        const files: DataFile[] = [];
        for (const { hash } of await findPicturesOf(deps.db, id)) {
          const bytes = await readPicture(deps, `/media/${hash}`);
          if (bytes) files.push({ name: `pictures/${hash}.webp`, bytes });
        }
        return files;
      },
    },
  ],
};
