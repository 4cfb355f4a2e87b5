/** The file name of a download, from its Content-Disposition header. */

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** A name that cannot lead into another directory. */
export function safeName(name: string): string {
  const last = name.split(/[\\/]/).pop() ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
  const clean = last.replace(/[\u0000-\u001f\u007f<>:"|?*]/g, '_').trim();
  return clean === '' || clean === '.' || clean === '..' ? 'download' : clean;
}

export function fileNameFrom(disposition: string | null, fallback: string): string {
  if (disposition === null) return fallback;
  const extended = /filename\*\s*=\s*(?:utf-8)?'[^']*'([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  const name = (extended && decoded(extended.trim())) ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2];
  return name ? safeName(name) : fallback;
}
