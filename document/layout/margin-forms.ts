/** How page numbers, running titles and imprints are printed. */

const ofPages = '(?:\\s*(?:\\/|\\||of|von|de|di|sur|из)\\s*\\d{1,5})?';
const pageWord =
  '(?:(?:page|p\\.|pg\\.|seite|s\\.|página|pág\\.|pagina|pag\\.|sida|side|strona|стр\\.|страница|صفحة|第)\\s*)?';
const number = '(?:\\d{1,4}|[ivxlc]{1,7}|[A-Z]?\\d{1,3}[-–.]\\d{1,4}|[A-Z]-?\\d{1,3}|[٠-٩۰-۹]{1,4})';
const pageNumber = new RegExp(
  `^[-–—|[(\\s]*${pageWord}${number}${ofPages}(?:\\s*(?:页|頁|ページ))?[-–—|\\])\\s.]*$`,
  'iu',
);

const imprint =
  /©|\(c\) ?\d{4}|copyright|all rights reserved|\bdoi[: ]|\bdownload(ed)? (date|from|on|by|at)\b|\bissn\b|\bisbn\b|\bconfidential\b|digiti[sz]ed by|\bpublished by\b|\bvol(ume|\.)? ?\d|\bprinted (on|in|at)\b|\blicen[sc]ed (to|under)\b/iu;
const address = /\bhttps?:\/\/\S|\bwww\.\p{L}/iu;

/** `3`, `- 3 -`, `Page 3 of 10`, `iv`, `7-45`. */
export const isNumber = (text: string): boolean => text.length <= 30 && pageNumber.test(text);

/** A copyright, a download notice, a volume, or a short line with an address. */
export function isImprint(text: string): boolean {
  return text.length <= 300 && (imprint.test(text) || (text.length <= 100 && address.test(text)));
}

/** To be filled in by hand. */
export const isBlankToFill = (text: string): boolean => /_{3,}|\.{6,}|…{2,}/u.test(text);
