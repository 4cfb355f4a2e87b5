/** Splits what a PostgreSQL client sends into messages and keeps the text of prepared statements by name. */

export type ClientMessage = {
  /** `startup` for the first message of a connection, which has no type byte. */
  readonly type: string;
  /** SQL that the message runs; empty for messages that run none. */
  readonly sql: string;
  /** The whole message, to look for a value in it. */
  readonly bytes: Buffer;
};

export type MessageReader = { read(chunk: Buffer): ClientMessage[] };

const lengthBytes = 4;

/** Strings of the protocol end with a zero byte. */
function strings(body: Buffer, count: number): string[] {
  const found: string[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const end = body.indexOf(0, at);
    if (end < 0) break;
    found.push(body.toString('utf8', at, end));
    at = end + 1;
  }
  return found;
}

export function readMessages(): MessageReader {
  const prepared = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;

  const sqlOf = (type: string, body: Buffer): string => {
    if (type === 'Q') return strings(body, 1)[0] ?? '';
    if (type === 'P') {
      const [name = '', text = ''] = strings(body, 2);
      prepared.set(name, text);
    }
    if (type === 'B') return prepared.get(strings(body, 2)[1] ?? '') ?? '';
    return '';
  };

  return {
    read: (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      const messages: ClientMessage[] = [];
      for (;;) {
        const typeBytes = isStarted ? 1 : 0;
        if (rest.length < typeBytes + lengthBytes) return messages;
        const size = typeBytes + rest.readInt32BE(typeBytes);
        if (rest.length < size) return messages;
        const bytes = rest.subarray(0, size);
        const type = isStarted ? String.fromCharCode(bytes[0] ?? 0) : 'startup';
        messages.push({ type, sql: sqlOf(type, bytes.subarray(typeBytes + lengthBytes)), bytes });
        rest = rest.subarray(size);
        isStarted = true;
      }
    },
  };
}
