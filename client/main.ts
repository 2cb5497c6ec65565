import { keepEarlyPress } from '#client/lib/early-press.ts';
import { whenIdle, whenPainted } from '#client/lib/when.ts';

// What can be read already is drawn before anything is made of it: the app is fetched once the reader
// sees the page, and runs when the browser has time. Until then links work as everywhere on the web.
const repeatEarlyPress = keepEarlyPress();
const isReadable = Boolean(document.getElementById('root')?.firstElementChild);

if (isReadable) {
  await whenPainted();
  fetchScripts();
  await whenIdle(500);
  // In steps, each short enough not to hold up a finger that scrolls.
  await import('#client/framework.ts');
  await whenIdle(100);
}
const { start } = await import('#client/start.tsx');
if (isReadable) await whenIdle(100);
await start(repeatEarlyPress);

/** All at once; the server has named them (server/lib/page-template.ts). */
function fetchScripts(): void {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}
