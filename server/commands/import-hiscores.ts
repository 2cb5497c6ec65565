import { access } from 'node:fs/promises';

import { importStats } from '#server/features/hiscores/import.service.ts';
import { LineError } from '#server/features/hiscores/read-stats.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { cannotRead } from '#server/lib/files/cannot-read.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import type { Command } from './command.ts';
import { drawBar } from './progress.ts';

const maxReported = 100;

export const importHiscores: Command = {
  name: 'import-hiscores',
  summary: 'Import players and their experience from a CSV or JSON-lines file.',
  operands: ['FILE'],
  options: {
    'skip-unknown': {
      type: 'boolean',
      about: 'skip unknown columns and skills instead of stopping',
    },
  },
  notes: [
    'CSV: a header with `name`, skills by name and optionally `observed_at`; experience in points.',
    'JSON lines: {"name":"Zed","skills":{"Attack":83,"Mining":1154.5}}, or `playerStats` as in the API,',
    'or `xpTenths` by game id; optionally with "observedAt".',
    'Rows without a time count as seen when the file was last changed. Bad rows are reported by line',
    'and skipped. An import can safely be repeated; experience never goes down.',
    'The names of players without an account are reserved: they claim them when they register.',
  ],
  async run({ operands: [file = ''], options }, { terminal, withDeps }) {
    await access(file).catch((error: unknown) => {
      throw cannotRead(file, error);
    });
    let bad = 0;
    const summary = await withDeps((deps) =>
      importStats(deps, file, {
        actor: commandLine,
        skipUnknown: options['skip-unknown'] === true,
        onProgress: (share, { accepted }) =>
          terminal.showProgress?.(`${drawBar(share)} ${accepted.toLocaleString('en')} players`),
        onBadLine(line, problem) {
          bad += 1;
          if (bad <= maxReported) terminal.printError(`line ${line}: ${problem}`);
        },
      }),
    ).catch((error: unknown) => {
      if (error instanceof LineError) {
        throw new StartupError(`${file} cannot be imported: ${error.message}.`, { cause: error });
      }
      throw error;
    });
    if (bad > maxReported) terminal.printError(`… and ${bad - maxReported} more bad lines`);
    const { accepted, ignored, rejected, reserved } = summary;
    terminal.print(
      `${accepted.toLocaleString('en')} imported, ${ignored.toLocaleString('en')} already known, ${rejected.toLocaleString('en')} rejected, ${reserved.toLocaleString('en')} names reserved.`,
    );
  },
};
