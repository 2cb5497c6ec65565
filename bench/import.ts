// npm run bench -- import [--players 5000]
//
// Imports a CSV file of new players with all skills: into PostgreSQL with commits synced to the disk, and
// into the embedded database.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { createRandom } from '#server/features/hiscores/hiscores.demo.ts';
import { importStats } from '#server/features/hiscores/import.service.ts';
import { getSkills } from '#server/features/hiscores/skills.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';

import { openSite } from './lib/open-site.ts';
import { report, round } from './lib/report.ts';
import type { Row } from './lib/report.ts';

const { values } = parseArgs({ options: { players: { type: 'string', default: '5000' } } });
const players = Number(values.players);

const synced = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
report('Import', [
  await measureImport('PostgreSQL', { postgres: synced }),
  await measureImport('embedded', {}),
]);

async function measureImport(name: string, options: Parameters<typeof openSite>[0]): Promise<Row> {
  const site = await openSite(options);
  const file = path.join(site.folder, 'players.csv');
  await writeFile(file, await makeCsv(site.deps));
  const start = performance.now();
  const { accepted } = await importStats(site.deps, file, {
    actor: commandLine,
    onProgress() {},
    onBadLine(line, problem) {
      throw new Error(`line ${line}: ${problem}`);
    },
  });
  const seconds = (performance.now() - start) / 1000;
  await site.close();
  return {
    what: `import of ${accepted.toLocaleString('en')} players, ${name}`,
    ours: `${seconds.toFixed(1)} s`,
    yardstick: '',
    figure: round(seconds),
    goal: { atMost: 3 },
  };
}

async function makeCsv(deps: Parameters<typeof getSkills>[0]): Promise<string> {
  const random = createRandom(1);
  const skills = (await getSkills(deps)).map(({ name }) => name);
  const lines = Array.from({ length: players }, (_, at) =>
    [`Player ${at}`, ...skills.map(() => Math.floor(Math.exp(random() * 16)))].join(','),
  );
  return [['name', ...skills].join(','), ...lines].join('\n');
}
