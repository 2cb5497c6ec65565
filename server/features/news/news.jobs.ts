import type { Deps } from '#server/deps.ts';
import type { Job } from '#server/lib/jobs.ts';

import { publishDuePosts } from './news.service.ts';

export function newsJobs(deps: Deps): Job[] {
  return [{ name: 'news/publish-due', everySeconds: 5, run: () => publishDuePosts(deps) }];
}
