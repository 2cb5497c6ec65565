import type { Command } from './command.ts';

const program = 'npm run admin --';

export function describeCommands(commands: readonly Command[]): string {
  return [
    `Usage: ${program} <command> [options]`,
    '',
    ...alignRows(commands.map((command) => [usageOf(command), command.summary])),
    '',
    `Run ${program} <command> --help for details.`,
  ].join('\n');
}

export function describeCommand(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(
    ([name, { type, about }]): [string, string] => [
      type === 'string' ? `--${name} VALUE` : `--${name}`,
      about,
    ],
  );
  return [
    `Usage: ${program} ${usageOf(command)}${options.length > 0 ? ' [options]' : ''}`,
    '',
    command.summary,
    ...(command.notes.length > 0 ? ['', ...command.notes] : []),
    ...(options.length > 0 ? ['', ...alignRows(options)] : []),
  ].join('\n');
}

function usageOf({ name, operands = [] }: Command): string {
  return [name, ...operands].join(' ');
}

function alignRows(rows: [string, string][]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
