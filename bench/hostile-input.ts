// What hostile input costs: the time to refuse or read it, and the memory that a picture of 30,000 by
// 30,000 pixels takes until it is refused. Fails above the limits, which leave room for slow machines.
//   npm run bench -- hostile-input

import { execFileSync } from 'node:child_process';

import { encodePicture } from '#server/features/media/encode-picture.ts';
import { sanitiseHtml } from '#server/lib/sanitise-html.ts';
import { toText } from '#shared/teaser.ts';

const policy = { siteUrl: 'https://play.example', imageHosts: [] };
const mazes = {
  'unclosed marks': '<b>'.repeat(40_000),
  'nested lists': '<ul><li>'.repeat(5_000),
  'nested quotes': '<blockquote>'.repeat(201),
  'too many paragraphs': '<p>x</p>'.repeat(20_000),
};
const texts = ['<', '<a ', '<!--', '&', '<a "', '<script'].map((part) =>
  part.repeat(200_000 / part.length),
);

// First, while the peak of memory is still that of the empty process. An ordinary refusal loads the
// codec, which is not to be counted.
await encodePicture(Buffer.from('GIF89a')).catch(() => undefined);
const bomb = makeBombElsewhere();
const before = process.resourceUsage().maxRSS;
await encodePicture(bomb).catch(() => undefined);
const grown = Math.round((process.resourceUsage().maxRSS - before) / 1024);
report('a bomb of 30,000 x 30,000 pixels', grown, { unit: 'MB', limit: 100 });

await sanitiseHtml('<p>warm</p>', policy);
for (const [name, html] of Object.entries(mazes)) {
  const time = await measure(() => sanitiseHtml(html, policy).catch(() => undefined));
  report(`refusing ${name}`, time, { unit: 'ms', limit: 2000 });
}
for (const text of texts) {
  const time = await measure(() => toText(text));
  report(`the text of ${text.slice(0, 8)}...`, time, { unit: 'ms', limit: 2000 });
}

/** In another process: making it takes as much memory as decoding it would. */
function makeBombElsewhere(): Buffer {
  const script = `
    import { makeBomb } from '#server/features/media/testing.ts';
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
