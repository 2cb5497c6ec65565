import { argv } from 'node:process';

// npm run soak: a storm of kills on two replicas (replicas/main.ts).
// npm run soak -- --minutes 60 [--embedded]: a long run of one server (long/main.ts).

const isLong = argv.some((argument) => /^--minutes(=|$)/.test(argument));
if (isLong) await import('./long/main.ts');
else await import('./replicas/main.ts');
