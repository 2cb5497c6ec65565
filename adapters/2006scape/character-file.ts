import { fromBase37 } from '../lib/base37.ts';

/** A player file has `[sections]`, lines of tab-separated values and `[EOF]`. It may be read half written. */
export type Character = {
  name: string;
  rights: number;
  /** Whole points by the game's ids of the skills. */
  xp: number[];
  /** How many times faster than usual the player gains experience. */
  xpRate: number;
  counts: Record<string, number>;
  items: Stack[];
  bank: Stack[];
  friends: string[];
};

type Stack = { slot: number; itemId: number; amount: number };

export class CharacterError extends Error {}

type Line = { section: string; key: string; values: string[] };

/** Returns `undefined` if the file is incomplete. */
export function readCharacter(text: string): Character | undefined {
  if (!/(^|\n)\[EOF\]\s*$/.test(text)) return undefined;
  const lines = readLines(text);
  const name = findValue(lines, 'ACCOUNT', 'character-username');
  if (!name) throw new CharacterError('It has no player name.');
  return {
    name,
    rights: Number(findValue(lines, 'CHARACTER', 'character-rights') ?? 0),
    xp: readExperience(lines),
    xpRate: findNumber(lines, 'xp-rate') || 1,
    counts: readCounts(lines),
    items: readStacks(lines, 'ITEMS', 'character-item'),
    bank: readStacks(lines, 'BANK', 'character-bank'),
    friends: readFriends(lines),
  };
}

function readLines(text: string): Line[] {
  let section = '';
  const lines: Line[] = [];
  for (const line of text.split(/\r?\n/)) {
    const header = /^\[([A-Z-]+)\]$/.exec(line.trim())?.[1];
    const at = line.indexOf(' = ');
    if (header) section = header;
    else if (at > 0)
      lines.push({ section, key: line.slice(0, at), values: line.slice(at + 3).split('\t') });
  }
  return lines;
}

function findValue(lines: Line[], section: string, key: string): string | undefined {
  return lines.find((line) => line.section === section && line.key === key)?.values[0]?.trim();
}

function findNumber(lines: Line[], key: string): number {
  const number = Number(findValue(lines, 'CHARACTER', key));
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

function readCounts(lines: Line[]): Record<string, number> {
  const points = findNumber(lines, 'questPoints');
  const rats = findNumber(lines, 'ratsCaught');
  return { ...(points && { 'quest-points': points }), ...(rats && { 'rats-caught': rats }) };
}

/** The game has 25 skills, of which it uses 21 unless it was changed. */
const skillCount = 25;

function readExperience(lines: Line[]): number[] {
  const rows = findNumbers(lines, 'SKILLS', 'character-skill');
  const byId = new Map(rows.map(([id, , xp]) => [id, xp]));
  return Array.from({ length: skillCount }, (_, id) => {
    const xp = byId.get(id);
    if (xp === undefined) throw new CharacterError(`It has no experience in skill ${id}.`);
    return xp;
  });
}

/** Ids are stored plus one; zero is an empty slot. */
function readStacks(lines: Line[], section: string, key: string): Stack[] {
  return findNumbers(lines, section, key)
    .map(([slot = 0, storedId = 0, amount = 0]) => ({ slot, itemId: storedId - 1, amount }))
    .filter(({ itemId }) => itemId >= 0);
}

/** Their names are numbers that are too large for a JavaScript number. */
function readFriends(lines: Line[]): string[] {
  const rows = lines.filter(
    ({ section, key }) => section === 'FRIENDS' && key === 'character-friend',
  );
  return rows.flatMap(({ values }) => fromBase37(values[1]?.trim() ?? '') ?? []);
}

function findNumbers(lines: Line[], section: string, key: string): number[][] {
  const rows = lines.filter((line) => line.section === section && line.key === key);
  return rows.map(({ values }) => values.map(toWholeNumber));
}

function toWholeNumber(value: string): number {
  if (!/^-?\d{1,15}$/.test(value.trim())) throw new CharacterError(`"${value}" is not a number.`);
  return Number(value);
}
