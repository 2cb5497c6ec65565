import { describe, expect, it } from 'vitest';

import { createLineReader, LineError } from './read-stats.ts';
import { defaultSkills } from './testing/hiscores.ts';

const observedAt = new Date('2026-01-01T00:00:00Z');

function read(...lines: string[]) {
  const reader = createLineReader({ skills: defaultSkills, observedAt });
  return lines.map((line) => reader(line)).filter(Boolean);
}

function tenths(values: Record<string, number>) {
  return defaultSkills.map(({ name }) => values[name] ?? null);
}

describe('a CSV file', () => {
  it('has columns in any order and case; empty cells are ignored', () => {
    expect(read('Mining,NAME,attack', '83,Zed,', ',"Iron, Man",1154.5')).toEqual([
      { name: 'Zed', observedAt, xpTenths: tenths({ Mining: 830 }) },
      { name: 'Iron, Man', observedAt, xpTenths: tenths({ Attack: 11_545 }) },
    ]);
  });

  it('can have a time per row', () => {
    const [row] = read('name,observed_at,attack', 'Zed,2025-03-01T10:00:00Z,5');
    expect(row?.observedAt).toEqual(new Date('2025-03-01T10:00:00Z'));
  });

  it('may begin with a byte order mark, name the columns otherwise and have empty lines', () => {
    const rows = read(
      '\u{FEFF}Username,ObservedAt,Attack,Overall',
      '',
      ' Zed ,2025-03-01T10:00:00Z,5,900',
      ' Amy ,,7,900',
    );
    expect(rows).toEqual([
      {
        name: 'Zed',
        observedAt: new Date('2025-03-01T10:00:00Z'),
        xpTenths: tenths({ Attack: 50 }),
      },
      { name: 'Amy', observedAt, xpTenths: tenths({ Attack: 70 }) },
    ]);
  });

  it.each([
    ['attack,mining', 'the header has no column `name`'],
    ['name,colour', 'the header has no skill columns'],
    [
      'name,Attack,Hunter,overall, Construction ',
      'the header has unknown columns: `Hunter`, `Construction`',
    ],
  ])('with the header %s is refused', (header, problem) => {
    expect(() => read(header)).toThrow(new LineError(problem));
  });

  it.each([
    ['Zed', 'the row has 1 cells, the header 2'],
    ['Zed,many', 'many is not a valid amount of experience in attack'],
    ['Zed,-1', '-1 is not a valid amount of experience in attack'],
    ['Zed,200000000.1', '200000000.1 is not a valid amount of experience in attack'],
    ['"Zed",5,6', 'the row has 3 cells, the header 2'],
  ])('refuses the row %s', (row, problem) => {
    expect(() => read('name,attack', row)).toThrow(new LineError(problem));
  });
});

it('unknown skills and columns are skipped on request', () => {
  const reader = createLineReader({ skills: defaultSkills, observedAt, skipUnknown: true });
  reader('name,Attack,Hunter');
  expect(reader('Zed,5,99')).toEqual({ name: 'Zed', observedAt, xpTenths: tenths({ Attack: 50 }) });
  const readJson = createLineReader({ skills: defaultSkills, observedAt, skipUnknown: true });
  expect(readJson('{"name":"Zed","skills":{"Attack":5,"Hunter":99}}')).toEqual({
    name: 'Zed',
    observedAt,
    xpTenths: tenths({ Attack: 50 }),
  });
});

describe('JSON lines', () => {
  it('contain skills by name, as a list, or as tenths by game id', () => {
    const expected = { name: 'Zed', observedAt, xpTenths: tenths({ Attack: 835 }) };
    expect(
      read(
        '{"name":"Zed","skills":{"attack":83.5}}',
        '{"username":"Zed","playerStats":[{"skill":"Attack","level":2,"experience":83.5}]}',
      ),
    ).toEqual([expected, expected]);
    expect(read('{"name":"Zed","xpTenths":[835]}')).toEqual([
      { name: 'Zed', observedAt, xpTenths: tenths({ Attack: 835 }) },
    ]);
  });

  it('can have a time per row, as a text or a number', () => {
    const time = Date.UTC(2025, 2, 1);
    const rows = read(
      `{"name":" Zed ","observedAt":"2025-03-01T00:00:00Z","skills":{"Attack":5}}`,
      `{"name":"Zed","observedAt":${time},"skills":{"Attack":5}}`,
    );
    const row = { name: 'Zed', observedAt: new Date(time), xpTenths: tenths({ Attack: 50 }) };
    expect(rows).toEqual([row, row]);
  });

  it('may have the total, and empty places among the values by game id', () => {
    const expected = { name: 'Zed', observedAt, xpTenths: tenths({ Attack: 50, Strength: 70 }) };
    expect(
      read(
        '{"name":"Zed","playerStats":[{"skill":"Overall","experience":99},{"skill":"Attack","experience":5},{"skill":"Strength","experience":"7"}]}',
        '{"name":"Zed","xpTenths":[50,null,70]}',
      ),
    ).toEqual([expected, expected]);
    const reader = createLineReader({ skills: defaultSkills, observedAt, skipUnknown: true });
    const more = [50, null, 70, ...Array<null>(40).fill(null), 9];
    expect(reader(JSON.stringify({ name: 'Zed', xpTenths: more }))).toEqual(expected);
    expect(() => read(JSON.stringify({ name: 'Zed', xpTenths: more }))).toThrow(LineError);
  });

  it.each([
    ['["Zed"]', 'the header has no column `name`'],
    ['{"name":7,"skills":{}}', 'the name is missing'],
    ['{"name":"Zed","xpTenths":["5"]}', 'the experience in Attack is not a number'],
    ['{"name":"Zed","playerStats":[{"experience":5}]}', 'a skill has no name'],
    ['{"name":"Zed","playerStats":[null]}', 'a skill has no name'],
    [
      '{"name":"Zed","skills":{"Attack":null}}',
      'null is not a valid amount of experience in Attack',
    ],
    ['{"name":"Zed","observedAt":null,"skills":{}}', 'null is not a valid time'],
    ['{"name":"Zed"', 'this is not a JSON object'],
    ['{"skills":{}}', 'the name is missing'],
    ['{"name":"Zed"}', 'the skills are missing'],
    ['{"name":"Zed","skills":{"Sailing":1}}', 'unknown skill Sailing'],
    ['{"name":"Zed","observedAt":"soon","skills":{}}', 'soon is not a valid time'],
  ])('refuse %s', (line, problem) => {
    expect(() => read(line)).toThrow(new LineError(problem));
  });
});
