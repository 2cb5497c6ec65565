import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { saveOfVersion, withChecksum } from '../testing/lostcity-saves.ts';
import { countInBank, depositItem, movePlayer } from './save-edit.ts';
import { readSave, SaveError, UnreadableSaveError, writeSave } from './save-format.ts';
import type { Save } from './save-format.ts';

/** Written by the real game. */
const fixture = readFileSync(new URL('fixtures/v6-player.sav', import.meta.url));

describe('reading and writing a save', () => {
  it('reads a file written by the game exactly', () => {
    const save = readSave(fixture);
    expect(save).toMatchObject({ version: 6, x: 3222, z: 3218, plane: 0, playtime: 106 });
    expect(save.stats).toHaveLength(21);
    expect(save.stats[0]).toEqual({ xpTenths: 7_376_270, level: 70 });
    expect(save.stats[3]).toEqual({ xpTenths: 11_540, level: 10 });
    expect(save.stats[14]).toEqual({ xpTenths: 130_344_310, level: 99 });
    expect(save.inventories.map(({ type, slots }) => [type, slots.length])).toEqual([
      [94, 14],
      [93, 28],
      [95, 240],
    ]);
    expect(countInBank(save, 1042)).toBe(2);
    expect(countInBank(save, 995)).toBe(24_690);
  });

  it('reading and writing gives the same bytes', () => {
    expect(Buffer.from(writeSave(readSave(fixture))).equals(fixture)).toBe(true);
  });

  it('rejects a change in any byte', () => {
    for (let at = 0; at < fixture.length; at++) {
      for (const mask of [0x01, 0x80, 0xff]) {
        const damaged = Buffer.from(fixture);
        damaged.writeUInt8(damaged.readUInt8(at) ^ mask, at);
        expect(() => readSave(damaged), `byte ${at}`).toThrow(SaveError);
      }
    }
  });

  it('rejects a truncated save, even with a new checksum', () => {
    for (let length = 0; length < fixture.length - 4; length++) {
      const cut = fixture.subarray(0, length);
      expect(() => readSave(cut), `${length} bytes`).toThrow(SaveError);
      expect(() => readSave(withChecksum(cut)), `${length} bytes`).toThrow(SaveError);
    }
  });

  it('keeps bytes after the end that no known version has', () => {
    const longer = withChecksum(Buffer.concat([fixture.subarray(0, -4), Buffer.of(1, 2, 3)]));
    expect(Buffer.from(writeSave(readSave(longer))).equals(longer)).toBe(true);
    const filled = writeSave(deposit(readSave(longer), 4151, 1));
    expect(Buffer.from(filled.subarray(-7, -4))).toEqual(Buffer.of(1, 2, 3));
  });

  it('an unknown version is unreadable, which is not the same as damaged', () => {
    for (const version of [0, 5, 10, 65_535]) {
      const other = Buffer.from(fixture.subarray(0, -4));
      other.writeUInt16BE(version, 2);
      const read = () => readSave(withChecksum(other));
      expect(read).toThrow(UnreadableSaveError);
      expect(read).toThrow(`version ${version}`);
    }
    expect(() => readSave(fixture.subarray(1))).not.toThrow(UnreadableSaveError);
  });

  it.each([6, 7, 8, 9])(
    'reads and edits version %i, and keeps what follows the inventories',
    (version) => {
      const bytes = saveOfVersion(version);
      const save = readSave(bytes);
      expect(save).toMatchObject({ version, x: 3222, playtime: 106 });
      expect(save.stats[14]).toEqual({ xpTenths: 130_344_310, level: 99 });
      expect(countInBank(save, 995)).toBe(24_690);
      expect(Buffer.from(writeSave(save)).equals(bytes)).toBe(true);
      const filled = readSave(writeSave(deposit(save, 4151, 1)));
      expect(countInBank(filled, 4151)).toBe(1);
      expect(filled.trailer).toEqual(save.trailer);
      expect(filled.varps).toEqual(save.varps);
      // One byte less than the version needs.
      const short = withChecksum(bytes.subarray(0, -5));
      expect(() => readSave(short)).toThrow(UnreadableSaveError);
    },
  );

  it('arbitrary bytes are rejected or read without loss, and never hang', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
        const checksummed = withChecksum(Buffer.concat([Buffer.from('20040007', 'hex'), bytes]));
        const save = readIfPossible(checksummed);
        expect(save && readSave(writeSave(save))).toEqual(save);
      }),
    );
  });

  it('version 7 with its variable-length values survives a round trip', () => {
    // Three variables: 1 = 5, 2 = 16383 in two bytes, 3 = -1 in five.
    const varps = Buffer.from('00030001050002ff7f00038fffffff7f', 'hex');
    const bytes = writeSave({ ...readSave(fixture), version: 7, varps });
    const save = readSave(bytes);
    expect(Buffer.from(save.varps).equals(varps)).toBe(true);
    expect(countInBank(save, 995)).toBe(24_690);
    expect(Buffer.from(writeSave(save)).equals(bytes)).toBe(true);
  });

  it('any contents survive a round trip', () => {
    const item = fc.record({ id: fc.nat(65_534), count: fc.integer({ min: 0, max: 2 ** 31 - 1 }) });
    const slots = fc.array(fc.option(item, { nil: undefined }), { maxLength: 300 });
    fc.assert(
      fc.property(slots, fc.nat(2 ** 31 - 1), (bank, playtime) => {
        const save = { ...readSave(fixture), playtime, inventories: [{ type: 95, slots: bank }] };
        expect(readSave(writeSave(save))).toEqual(save);
      }),
    );
  });
});

describe('editing a save', () => {
  it('adds items to an existing stack', () => {
    const save = deposit(readSave(fixture), 995, 10);
    expect(countInBank(save, 995)).toBe(24_700);
    expect(bankOf(save).filter(Boolean)).toHaveLength(2);
  });

  it('a new item takes the first free slot and changes nothing else', () => {
    const before = readSave(fixture);
    const after = readSave(writeSave(deposit(before, 4151, 1)));
    expect(bankOf(after)[2]).toEqual({ id: 4151, count: 1 });
    expect({ ...after, inventories: [] }).toEqual({ ...before, inventories: [] });
    expect(after.inventories.slice(0, 2)).toEqual(before.inventories.slice(0, 2));
  });

  it('a full bank refuses new items for now, but existing stacks still grow', () => {
    const slots = Array.from({ length: 240 }, (_, id) => ({ id, count: 1 }));
    const full = { ...readSave(fixture), inventories: [{ type: 95, slots }] };
    expect(depositItem(full, { id: 4151, count: 1 })).toEqual({
      refusal: 'The bank is full.',
      retryable: true,
    });
    expect(countInBank(deposit(full, 7, 5), 7)).toBe(6);
  });

  it('a stack is kept around the largest number of one byte', () => {
    for (const count of [254, 255, 256]) {
      const save = deposit(readSave(fixture), 4151, count);
      expect(countInBank(readSave(writeSave(save)), 4151)).toBe(count);
    }
  });

  it('a stack never exceeds what the game can count', () => {
    const save = deposit(readSave(fixture), 4151, 2_147_483_647);
    expect(countInBank(readSave(writeSave(save)), 4151)).toBe(2_147_483_647);
    expect(depositItem(save, { id: 4151, count: 1 })).toMatchObject({ retryable: true });
  });

  it('an item the game cannot store is refused permanently', () => {
    expect(depositItem(readSave(fixture), { id: 65_535, count: 1 })).toMatchObject({
      retryable: false,
    });
    expect(depositItem(readSave(fixture), { id: 1, count: 0 })).toMatchObject({ retryable: false });
  });

  it('a player without a bank gets one', () => {
    const save = deposit({ ...readSave(fixture), inventories: [] }, 995, 3);
    expect(bankOf(readSave(writeSave(save)))).toHaveLength(240);
  });

  it('moving a player changes only the position', () => {
    const before = readSave(fixture);
    const after = readSave(writeSave(movePlayer(before, { x: 3093, z: 3493, plane: 1 })));
    expect(after).toEqual({ ...before, x: 3093, z: 3493, plane: 1 });
  });
});

/** Undefined if it is refused. Any other error fails the test. */
function readIfPossible(bytes: Uint8Array): Save | undefined {
  try {
    return readSave(bytes);
  } catch (error) {
    if (error instanceof SaveError) return undefined;
    throw error;
  }
}

function deposit(save: Save, id: number, count: number): Save {
  const result = depositItem(save, { id, count });
  if (!('save' in result)) throw new Error(result.refusal);
  return result.save;
}

function bankOf(save: Save) {
  return save.inventories.find(({ type }) => type === 95)?.slots ?? [];
}
