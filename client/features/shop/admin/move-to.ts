export function moveTo<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = list.slice();
  const [item] = moved.splice(from, 1);
  if (item !== undefined) moved.splice(to, 0, item);
  return moved;
}
