import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';

import { AppError } from '#shared/errors.ts';

import { encodePicture } from './encode-picture.ts';

// For pictures.embedded.test.ts, as a process of its own: by how much does memory peak while FILE is refused?

const bytes = await readFile(process.argv[2] ?? '');
// An ordinary refusal first, so that loading the codec is not counted.
await encodePicture(Buffer.concat([Buffer.from('GIF89a'), deflateSync('x')])).catch(
  () => undefined,
);
const before = process.resourceUsage().maxRSS;
const refusal = await encodePicture(bytes).then(
  () => 'none',
  (error: unknown) => (error instanceof AppError ? error.code : String(error)),
);
const grownMegabytes = Math.round((process.resourceUsage().maxRSS - before) / 1024);
console.log(JSON.stringify({ refusal, grownMegabytes }));
