/** Splits long Markdown between blocks into pieces that can be rendered one by one. */
const pieceChars = 6_000;

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** Continues the block above: an indented line, list item, quote or table row. */
const continues = /^(\s|[-*+] |\d+[.)] |[>|])/;
const opensHtml = /^<(table|details|div|pre)\b/i;
const closesHtml = /<\/(table|details|div|pre)>\s*$/i;

type Cut = { fence: string | null; isInHtml: boolean };

function readLine(line: string, cut: Cut): void {
  if (cut.fence !== null) {
    if (line.trim().startsWith(cut.fence)) cut.fence = null;
    return;
  }
  const opened = fence.exec(line)?.[1];
  if (opened !== undefined) cut.fence = opened;
  if (opensHtml.test(line)) cut.isInHtml = true;
  if (closesHtml.test(line)) cut.isInHtml = false;
}

export function splitMarkdown(markdown: string): string[] {
  const pieces: string[] = [];
  const cut: Cut = { fence: null, isInHtml: false };
  let piece: string[] = [];
  let chars = 0;
  let wasBlank = false;
  for (const line of markdown.split('\n')) {
    const mayCut = wasBlank && cut.fence === null && !cut.isInHtml && !continues.test(line);
    if (mayCut && chars >= pieceChars) {
      pieces.push(piece.join('\n'));
      piece = [];
      chars = 0;
    }
    readLine(line, cut);
    piece.push(line);
    chars += line.length + 1;
    wasBlank = line.trim() === '';
  }
  if (piece.length > 0) pieces.push(piece.join('\n'));
  return pieces;
}
