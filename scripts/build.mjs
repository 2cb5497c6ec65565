import { buildIfChanged } from './lib/build-if-changed.mjs';
import { exitWith } from './lib/project.mjs';

await buildIfChanged({ force: process.argv.includes('--force') }).catch(exitWith);
