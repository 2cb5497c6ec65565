import { site } from '#client/lib/site.ts';
import { overall } from '#shared/rules/skills.ts';

/** A function, because the server fills in `site` after this file is loaded. */
export function listNames(): string[] {
  return [overall, ...site.skills];
}
