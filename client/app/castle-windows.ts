/** Where the castle has windows, in the coordinates of client/art/hero/wide.svg. Filled in this order, so that few
 * players are spread over the whole castle. `tall` windows are gothic, the others narrow. */
export const castleWindows: readonly { x: number; y: number; tall?: boolean }[] = [
  { x: 1004, y: 300, tall: true },
  { x: 1139, y: 338, tall: true },
  { x: 954, y: 264 },
  { x: 1080, y: 292 },
  { x: 1270, y: 408 },
  { x: 888, y: 404 },
  { x: 1052, y: 340, tall: true },
  { x: 1210, y: 440 },
  { x: 954, y: 336 },
  { x: 1139, y: 412 },
  { x: 1052, y: 300, tall: true },
  { x: 1213, y: 350 },
  { x: 1018, y: 416 },
  { x: 1098, y: 446 },
  { x: 1135, y: 271 },
  { x: 1004, y: 340, tall: true },
  { x: 954, y: 228 },
  { x: 1080, y: 364 },
  { x: 950, y: 416 },
  { x: 1238, y: 440 },
  { x: 1139, y: 376 },
  { x: 1080, y: 256 },
  { x: 1052, y: 380, tall: true },
  { x: 888, y: 446 },
  { x: 954, y: 300 },
  { x: 1182, y: 440 },
  { x: 1270, y: 448 },
  { x: 1080, y: 328 },
  { x: 1213, y: 386 },
  { x: 1050, y: 446 },
  { x: 917, y: 438 },
  { x: 1139, y: 450 },
];

export type Seats = ReadonlyMap<string, number>;

/** Who has which window. Players keep theirs while they are online; `first` gets one even if there are too few. */
export function seatPlayers(players: readonly string[], before: Seats, first: string): Seats {
  const order = players.toSorted((a, b) => Number(b === first) - Number(a === first));
  const kept = new Map([...before].filter(([name]) => players.includes(name)));
  const taken = new Set(kept.values());
  for (const name of order) {
    if (kept.has(name)) continue;
    const free = castleWindows.findIndex((_, at) => !taken.has(at));
    const at = free >= 0 ? free : name === first ? giveUpSeat(kept) : undefined;
    if (at === undefined) continue;
    kept.set(name, at);
    taken.add(at);
  }
  return kept;
}

function giveUpSeat(seats: Map<string, number>): number | undefined {
  const [name, at] = [...seats].at(-1) ?? [];
  if (name !== undefined) seats.delete(name);
  return at;
}

/** The side of a square around each point that touches no other square: nothing to click overlaps. */
export function findRoom(
  point: { x: number; y: number },
  all: readonly { x: number; y: number }[],
) {
  const distances = all
    .filter((other) => other !== point)
    .map((other) => Math.max(Math.abs(other.x - point.x), Math.abs(other.y - point.y)));
  return Math.min(64, ...distances);
}

export type TimeOfDay = 'dawn' | 'day' | 'dusk' | 'night';

export function timeOfDay(hour: number): TimeOfDay {
  if (hour < 5 || hour >= 21) return 'night';
  if (hour < 8) return 'dawn';
  return hour < 18 ? 'day' : 'dusk';
}
