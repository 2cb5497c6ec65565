/** Cells may be quoted; a doubled quote inside means one quote. */
export function splitCsvLine(line: string): string[] {
  const cells: string[] = [];
  const cell = /"((?:[^"]|"")*)"|([^,]*)/y;
  for (let at = 0; at <= line.length; at = cell.lastIndex + 1) {
    cell.lastIndex = at;
    const [, quoted, plain] = cell.exec(line) ?? [];
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
  }
  return cells;
}
