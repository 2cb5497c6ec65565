import type { Config } from '#server/config.ts';

/** Several sites can keep their backups in one folder, with other files: only the own ones are deleted. */
export function namesOf({ siteUrl }: Pick<Config, 'siteUrl'>) {
  const site = new URL(siteUrl).host.replaceAll(/[^\w.-]/g, '-');
  return {
    isOwn: (name: string) =>
      name.startsWith(`${site}-`) &&
      /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.wynhold$/.test(name.slice(site.length + 1)),
    nameAt: (at: Date) => `${site}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.wynhold`,
    /** The accounts to delete: see kept-deletions.service.ts. */
    deletions: `${site}-deletions.json`,
  };
}
