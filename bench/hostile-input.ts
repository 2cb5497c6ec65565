// Measures hostile input: the time to reject or parse it, and the memory used before a picture of
// 30,000 by 30,000 pixels is rejected. Fails above limits that leave room for slow machines.
//   npm run bench -- hostile-input

import { execFileSync } from 'node:child_process';

import { encodePicture } from '#server/features/media/encode-picture.ts';
import { sanitiseHtml } from '#server/lib/html/sanitise-html.ts';
import { toText } from '#server/lib/html/teaser.ts';

const policy = { siteUrl: 'https://play.example', imageHosts: [] };
const hostileHtml = {
  'unclosed marks': '<b>'.repeat(40_000),
  'nested lists': '<ul><li>'.repeat(5_000),
  'nested quotes': '<blockquote>'.repeat(201),
  'too many paragraphs': '<p>x</p>'.repeat(20_000),
};
const texts = ['<', '<a ', '<!--', '&', '<a "', '<script'].map((part) =>
  part.repeat(200_000 / part.length),
);

// Runs first, while the peak memory is still that of the empty process. An ordinary rejection loads
// the codec, so that it is not counted.
await encodePicture(Buffer.from('GIF89a')).catch(() => undefined);
const bomb = makeBombInChildProcess();
const before = process.resourceUsage().maxRSS;
await encodePicture(bomb).catch(() => undefined);
const grown = Math.round((process.resourceUsage().maxRSS - before) / 1024);
report('picture of 30,000 x 30,000 pixels', grown, { unit: 'MB', limit: 100 });

await sanitiseHtml('<p>warm</p>', policy);
for (const [name, html] of Object.entries(hostileHtml)) {
  const time = await measure(() => sanitiseHtml(html, policy).catch(() => undefined));
  report(`rejecting ${name}`, time, { unit: 'ms', limit: 2000 });
}
for (const text of texts) {
  const time = await measure(() => toText(text));
  report(`text of ${text.slice(0, 8)}...`, time, { unit: 'ms', limit: 2000 });
}

/** Created in another process, because creating it takes as much memory as decoding it. */
function makeBombInChildProcess(): Buffer {
  const script = `
    import { makeBomb } from '#server/features/media/testing/media.ts';
    process.stdout.write(makeBomb(30_000));`;
  return execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
}

async function measure(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round(performance.now() - started);
}

function report(what: string, value: number, { unit, limit }: { unit: string; limit: number }) {
  console.log(`${what}: ${value} ${unit} (at most ${limit})`);
  if (value > limit) process.exitCode = 1;
}
