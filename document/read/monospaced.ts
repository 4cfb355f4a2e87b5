/** Whether a font is one in which code is printed, by its name: all its glyphs are of one width. */
const names =
  /mono|courier|consol|typewriter|menlo|monaco|inconsolata|source ?code|fira ?code|jetbrains|andale|terminal|cascadia|(^|\+)(cm|ec|lm|sf)(tt|sltt|ittt|tl|btl)|(^|\+)(t1x|n?tx|px)(b|sl|i)?tt|(^|[-+])(tt|nimbusmon|letter ?gothic|lucidasanstyp)/i;

const known = new Map<string, boolean>();
const knownMax = 10_000;

export function isMonospaced(font: string): boolean {
  const before = known.get(font);
  if (before !== undefined) return before;
  const mono = names.test(font) && !/monotype(?!.*(mono|courier))/i.test(font);
  if (known.size < knownMax) known.set(font, mono);
  return mono;
}
