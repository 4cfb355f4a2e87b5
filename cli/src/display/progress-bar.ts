/** Draws a progress bar as text. */

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Uses ASCII on terminals that cannot show block characters. */
export function progressBar(share: number, columns: number, canShowBlocks = true): string {
  const part = Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)) * columns;
  const full = Math.floor(part);
  if (!canShowBlocks) return `${'#'.repeat(full)}${'-'.repeat(columns - full)}`;
  const rest = eighths[Math.floor((part - full) * 8)] ?? '';
  return `${'█'.repeat(full)}${rest}${'░'.repeat(columns - full - rest.length)}`;
}
