/** Emulates a terminal for tests: supports only the escape sequences that the live display uses. */

type Cursor = { row: number; column: number };

// biome-ignore lint/suspicious/noControlCharactersInRegex: how sequences to a terminal begin
const sequence = /^\u001b\[(\??)(\d*)([A-Za-z])/;

function obey(rows: string[], cursor: Cursor, mode: string, amount: string, letter: string): void {
  if (mode === '?' || letter === 'm') return;
  if (letter === 'F') {
    cursor.row = Math.max(0, cursor.row - Number(amount || 1));
    cursor.column = 0;
  } else if (letter === 'J') {
    rows.length = cursor.row + 1;
    rows[cursor.row] = (rows[cursor.row] ?? '').slice(0, cursor.column);
  } else throw new Error(`this screen does not know the sequence ${letter}`);
}

export function screenAfter(text: string, columns: number): string[] {
  const rows: string[] = [''];
  const cursor: Cursor = { row: 0, column: 0 };
  for (let rest = text; rest !== ''; ) {
    const [whole = '', mode = '', amount = '', letter = ''] = sequence.exec(rest) ?? [];
    if (whole !== '') obey(rows, cursor, mode, amount, letter);
    else if (rest.startsWith('\n')) {
      cursor.row += 1;
      cursor.column = 0;
      rows[cursor.row] ??= '';
    } else {
      if (cursor.column >= columns) throw new Error(`a line is wider than ${columns} columns`);
      const row = rows[cursor.row] ?? '';
      rows[cursor.row] = row.slice(0, cursor.column) + rest.charAt(0) + row.slice(cursor.column + 1);
      cursor.column += 1;
    }
    rest = rest.slice(Math.max(1, whole.length));
  }
  while (rows.at(-1) === '') rows.pop();
  return rows.map((row) => row.trimEnd());
}
