import type { SiteResult } from '#shared/endpoints/search.ts';

export type RecentResult = Pick<SiteResult, 'kind' | 'id' | 'label'>;

const storageKey = 'recent-searches';
const maxResults = 6;

/** The results that were opened on this device, latest first. */
export function readRecent(): RecentResult[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, maxResults) : [];
  } catch {
    return [];
  }
}

export function rememberResult({ kind, id, label }: RecentResult): void {
  const others = readRecent().filter((one) => one.kind !== kind || one.id !== id);
  save([{ kind, id, label }, ...others].slice(0, maxResults));
}

export function forgetRecent(): void {
  save([]);
}

function save(results: RecentResult[]): void {
  localStorage.setItem(storageKey, JSON.stringify(results));
}

function isRecent(value: unknown): value is RecentResult {
  const { kind, id, label } = (value ?? {}) as Record<string, unknown>;
  return [kind, id, label].every((part) => typeof part === 'string');
}
