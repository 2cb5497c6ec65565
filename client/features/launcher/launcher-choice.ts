import { useInBrowser } from '#client/lib/use-in-browser.ts';
import type { LauncherDownload } from '#shared/endpoints/launcher.ts';
import { launcherFiles, launcherKinds } from '#shared/rules/launcher-kinds.ts';
import type { LauncherKind } from '#shared/rules/launcher-kinds.ts';

/** The download for the visitor's system, then the others. The server does not know the system. */
export function useSortedDownloads(downloads: readonly LauncherDownload[]): LauncherDownload[] {
  const isInBrowser = useInBrowser();
  return sortForSystem(downloads, isInBrowser ? navigator.userAgent : '');
}

export function sortForSystem(
  downloads: readonly LauncherDownload[],
  userAgent: string,
): LauncherDownload[] {
  const preferred = findPreferred(userAgent);
  const place = ({ kind }: LauncherDownload) =>
    kind === preferred ? -1 : launcherKinds.indexOf(kind);
  return downloads.toSorted((a, b) => place(a) - place(b));
}

function findPreferred(userAgent: string): LauncherKind | undefined {
  if (userAgent.includes('Windows')) return 'exe';
  const isLinux = userAgent.includes('Linux') && !userAgent.includes('Android');
  return isLinux ? 'appimage' : undefined;
}

/** `Download Launcher (.jar)`, or where a link leads. */
export function labelOf({ kind, url }: LauncherDownload): string {
  if (kind !== 'link') return `Download Launcher (.${launcherFiles[kind].extension})`;
  return `Download from ${hostOf(url)}`;
}

export function systemOf({ kind, url }: LauncherDownload): string {
  return kind === 'link' ? hostOf(url) : launcherFiles[kind].system;
}

export function javaVersionOf({ requirement }: Pick<LauncherDownload, 'requirement'>) {
  return /^Java (\d{1,2})\b/i.exec(requirement)?.[1];
}

function hostOf(url: string | null): string {
  return url ? new URL(url).host : '';
}
