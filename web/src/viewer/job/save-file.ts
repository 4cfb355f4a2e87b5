/** Hands bytes to the browser as a file to keep. */
const keptMs = 60_000;

export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the address after this returns.
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
