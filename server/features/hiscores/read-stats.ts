import { splitCsvLine } from '#server/lib/files/split-csv-line.ts';
import { parseJson } from '#shared/rules/parse-json.ts';
import type { Skill } from '#shared/rules/skills.ts';
import { maxExperienceTenths } from '#shared/rules/xp.ts';

import type { StatsReport } from './apply-report.ts';
import { countGameIds, explainSurplus } from './skills.service.ts';

/**
 * Reads stats from a file, a line at a time.
 *
 * CSV: a header with `name`, any skills by name and optionally `observed_at`; experience in points,
 * with a decimal point for tenths. An empty cell leaves its skill unchanged.
 *
 * JSON lines: one object per line with `name`, optionally `observedAt`, and one of `skills`
 * (`{"Attack": 83}`), `playerStats` (as in GET /api/hiscores) or `xpTenths` (by game id).
 */
export type LineReader = (line: string) => StatsReport | undefined;

export class LineError extends Error {}

type Options = {
  skills: readonly Skill[];
  /** For rows without a time. */
  observedAt: Date;
  /** Skips unknown skills and columns instead of rejecting them. */
  skipUnknown?: boolean | undefined;
};

/** The first line decides the format: a CSV header, or already a JSON row. */
export function createLineReader(options: Options): LineReader {
  let readCsv: LineReader | undefined;
  return (line) => {
    const text = line.replace(/^\uFEFF/, '').trim();
    if (text === '') return undefined;
    if (readCsv) return readCsv(text);
    if (text.startsWith('{')) return readObject(text, options);
    readCsv = createCsvReader(splitCsvLine(text), options);
    return undefined;
  };
}

/** The place of each skill by its name in lower case. */
function placesOf(skills: readonly Skill[]): Map<string, number> {
  return new Map(skills.map(({ name }, stat) => [name.toLowerCase(), stat]));
}

function createCsvReader(
  header: string[],
  { skills, observedAt, skipUnknown }: Options,
): LineReader {
  const statOf = placesOf(skills);
  const columns = header.map((cell) => cell.trim().toLowerCase());
  const nameAt = columns.findIndex((column) => column === 'name' || column === 'username');
  const timeAt = columns.findIndex((column) => column === 'observed_at' || column === 'observedat');
  if (nameAt < 0) throw new LineError('the header has no column `name`');
  if (!columns.some((column) => statOf.has(column))) {
    throw new LineError('the header has no skill columns');
  }
  const unknown = header.filter((_, at) => {
    const column = columns[at] ?? '';
    return at !== nameAt && at !== timeAt && column !== 'overall' && !statOf.has(column);
  });
  if (unknown.length > 0 && !skipUnknown) {
    const names = unknown.map((name) => `\`${name.trim().slice(0, 40)}\``).join(', ');
    throw new LineError(`the header has unknown columns: ${names}`);
  }
  return (line) => {
    const cells = splitCsvLine(line);
    if (cells.length !== columns.length) {
      throw new LineError(`the row has ${cells.length} cells, the header ${columns.length}`);
    }
    const xpTenths: (number | null)[] = skills.map(() => null);
    for (const [at, column] of columns.entries()) {
      const stat = statOf.get(column);
      const cell = cells[at]?.trim() ?? '';
      if (stat !== undefined && cell !== '') xpTenths[stat] = readTenths(cell, column);
    }
    const time = cells[timeAt]?.trim();
    return {
      name: cells[nameAt]?.trim() ?? '',
      observedAt: time ? readTime(time) : observedAt,
      xpTenths,
    };
  };
}

function readObject(line: string, options: Options): StatsReport {
  const row = parseObject(line);
  const name = row.name ?? row.username;
  if (typeof name !== 'string') throw new LineError('the name is missing');
  return {
    name: name.trim(),
    observedAt: row.observedAt === undefined ? options.observedAt : readTime(row.observedAt),
    xpTenths: readSkills(row, options),
  };
}

function readSkills(
  row: Record<string, unknown>,
  { skills, skipUnknown = false }: Options,
): (number | null)[] {
  if (Array.isArray(row.xpTenths)) return readGameIds(row.xpTenths, { skills, skipUnknown });
  const statOf = placesOf(skills);
  const xpTenths: (number | null)[] = skills.map(() => null);
  for (const [skill, experience] of listSkills(row)) {
    const stat = statOf.get(skill.toLowerCase());
    if (stat === undefined && (skipUnknown || skill.toLowerCase() === 'overall')) continue;
    if (stat === undefined) throw new LineError(`unknown skill ${skill}`);
    xpTenths[stat] = readTenths(experience, skill);
  }
  return xpTenths;
}

function readGameIds(
  values: readonly unknown[],
  { skills, skipUnknown }: Pick<Options, 'skills' | 'skipUnknown'>,
): (number | null)[] {
  if (values.length > countGameIds(skills) && !skipUnknown) {
    throw new LineError(explainSurplus(skills, values.length));
  }
  return skills.map(({ name, gameId }) => {
    const tenths = values[gameId] ?? null;
    if (tenths === null || typeof tenths === 'number') return tenths;
    throw new LineError(`the experience in ${name} is not a number`);
  });
}

function listSkills({ skills, playerStats }: Record<string, unknown>): [string, unknown][] {
  if (isObject(skills)) return Object.entries(skills);
  if (!Array.isArray(playerStats)) throw new LineError('the skills are missing');
  return playerStats.map((stat: unknown) => {
    if (isObject(stat) && typeof stat.skill === 'string') return [stat.skill, stat.experience];
    throw new LineError('a skill has no name');
  });
}

function readTenths(value: unknown, skill: string): number {
  const points = typeof value === 'string' ? Number(value) : value;
  const tenths = typeof points === 'number' ? Math.floor(points * 10 + 1e-6) : Number.NaN;
  if (tenths >= 0 && tenths <= maxExperienceTenths) return tenths;
  throw new LineError(`${String(value)} is not a valid amount of experience in ${skill}`);
}

function readTime(value: unknown): Date {
  const date = new Date(
    typeof value === 'string' || typeof value === 'number' ? value : Number.NaN,
  );
  if (Number.isNaN(date.getTime())) throw new LineError(`${String(value)} is not a valid time`);
  return date;
}

function parseObject(line: string): Record<string, unknown> {
  const value = parseJson(line);
  if (isObject(value)) return value;
  throw new LineError('this is not a JSON object');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
