import { buildIfChanged } from '#tooling/build-if-changed.mjs';
import { exitWith } from '#tooling/project.mjs';

await buildIfChanged({ force: process.argv.includes('--force') }).catch(exitWith);
