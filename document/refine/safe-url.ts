/** The URLs that outputs may link to: everything else stays text. */
const schemes = /^(https?:\/\/|mailto:|tel:)/i;
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffd]/g;
const urlCharsMax = 8_000;

/** The URL without control characters and with spaces encoded, or undefined if its scheme is not allowed. */
export function safeUrl(raw: string): string | undefined {
  const cleaned = raw.toWellFormed().replace(invisible, '').trim();
  const url = /^www\./i.test(cleaned) ? `http://${cleaned}` : cleaned;
  if (!schemes.test(url) || url.length > urlCharsMax) return undefined;
  const encoded = url.replace(/[\s<>"`{}|\\^]/gu, (char) => encodeURIComponent(char));
  if (/^https?:/i.test(encoded) && !URL.canParse(encoded)) return undefined;
  return encoded;
}
