import type { Config } from '#server/config.ts';

/** Several sites can keep their backups in one folder, with other files: only the own ones are deleted. */
export function namesOf({ siteUrl }: Pick<Config, 'siteUrl'>) {
  const site = new URL(siteUrl).host.replaceAll(/[^\w.-]/g, '-');
  /** When the backup was begun. Undefined if it is not one of this site. */
  function timeOf(name: string): string | undefined {
    if (!name.startsWith(`${site}-`)) return undefined;
    const time = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)\.wynhold$/.exec(
      name.slice(site.length + 1),
    );
    return time ? time.slice(1).join(':') : undefined;
  }
  return {
    timeOf,
    isOwn: (name: string) => timeOf(name) !== undefined,
    nameAt: (at: Date) => `${site}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.wynhold`,
    /** The accounts to delete: see kept-deletions.service.ts. */
    deletions: `${site}-deletions.json`,
  };
}
