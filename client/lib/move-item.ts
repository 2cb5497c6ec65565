export function moveItem<T>(list: readonly T[], from: number, by: number): T[] {
  const moved = list.slice();
  const [item] = moved.splice(from, 1);
  if (item !== undefined) moved.splice(Math.max(0, from + by), 0, item);
  return moved;
}
