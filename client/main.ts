import { keepEarlyPress } from '#client/lib/early-press.ts';
import { whenIdle, whenPainted } from '#client/lib/when.ts';

// What can be read already is drawn before anything is made of it: the app is loaded beside, and runs
// once the reader sees the page. Its links work without.
const repeatEarlyPress = keepEarlyPress();
if (document.getElementById('root')?.firstElementChild) {
  await whenPainted();
  await whenIdle(500);
}
const { start } = await import('#client/start.tsx');
await start(repeatEarlyPress);
