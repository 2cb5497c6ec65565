import { useSite } from '#client/lib/site.ts';
import { overall } from '#shared/rules/skills.ts';

export function useListNames(): string[] {
  return [overall, ...useSite().skills];
}
