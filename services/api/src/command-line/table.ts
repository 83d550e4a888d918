/** Prints rows as a table with a header. Each column is as wide as its widest cell. */
export function printTable<Column extends string>(
  say: (line: string) => void,
  columns: readonly Column[],
  rows: readonly Record<Column, string | number | null>[],
): void {
  const table: string[][] = [[...columns], ...rows.map((row) => columns.map((name) => String(row[name] ?? '-')))]
  const widths = columns.map((_name, at) => Math.max(...table.map((line) => line[at]?.length ?? 0)))
  for (const line of table) {
    const cells = line.map((cell, at) => cell.padEnd(widths[at] ?? 0))
    say(cells.join('  ').trimEnd())
  }
}
