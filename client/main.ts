import { captureEarlyClick } from '#client/lib/early-click.ts';
import { whenIdle, whenPainted } from '#client/lib/when.ts';

// A page rendered on the server is painted first. The app's scripts are fetched after that and run
// when the browser is idle. Until then, links work as plain links.
const repeatEarlyClick = captureEarlyClick();
const isRendered = Boolean(document.getElementById('root')?.firstElementChild);

if (isRendered) {
  await whenPainted();
  await fetchScripts();
  await whenIdle(500);
  // Start in steps, each short enough not to block scrolling.
  await import('#client/framework.ts');
  await whenIdle(100);
}
const { start } = await import('#client/start.tsx');
if (isRendered) await whenIdle(100);
await start(repeatEarlyClick);

/**
 * Fetches all scripts, with a pause after each: starting a dozen at once blocks a phone for 100 ms.
 * server/lib/pages/page-template.ts lists them as `<link rel=later>`.
 */
async function fetchScripts(): Promise<void> {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
