/** Parses server-sent events from a body that arrives in arbitrary chunks. */

export type Frame = { readonly id: string | null; readonly event: string; readonly data: string };

function parseFrame(lines: readonly string[]): Frame | null {
  let id: string | null = null;
  let event = 'message';
  const data: string[] = [];
  for (const line of lines) {
    const at = line.indexOf(':');
    if (at === 0) continue;
    const field = at < 0 ? line : line.slice(0, at);
    const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '');
    if (field === 'id') id = value;
    else if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
  return data.length === 0 ? null : { id, event, data: data.join('\n') };
}

export async function* readFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const decoder = new TextDecoder();
  let rest = '';
  let lines: string[] = [];
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    // A carriage return at the end of a chunk may be the first half of CRLF.
    const pieces = rest.split(/\r\n|\n|\r(?!$)/);
    rest = pieces.pop() ?? '';
    for (const line of pieces) {
      if (line !== '') {
        lines.push(line);
        continue;
      }
      const frame = parseFrame(lines);
      lines = [];
      if (frame) yield frame;
    }
  }
}
