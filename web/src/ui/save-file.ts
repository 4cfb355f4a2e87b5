/** Saves a blob as a download. */
const keptMs = 60_000;

export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the URL after this function returns.
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
