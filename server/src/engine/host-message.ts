/** Messages of a host process, validated by schemas with bounds before they are used. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { droppedItemsMax } from '../domain/dropped.ts';

/** The highest page limit that an operator can configure. */
const pagesMax = 1_000_000;
/** The host's own limits with a margin: it sends 100 log lines of 600 characters, and chains of 8 failures. */
const [textCharsMax, logsMax, chainMax, outputsMax] = [4_000, 200, 16, 16];

const Flag = Type.Optional(Type.Boolean());
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Figure = Type.Optional(Count);
const Text = Type.String({ maxLength: textCharsMax });
/** Not bounded below: a document may declare any number of pages and is refused for it later. */
const DeclaredPages = Type.Optional(
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
);
const Pages = Type.Optional(
  Type.Array(Type.Integer({ minimum: 1, maximum: pagesMax }), { maxItems: pagesMax }),
);

const ErrorMessage = Type.Object({
  chain: Type.Array(Type.Object({ type: Text, text: Text }), { maxItems: chainMax }),
  frames: Type.Array(Text, { maxItems: chainMax }),
});

const LogLine = Type.Object({ logger: Text, text: Text, count: Count });

const Output = Type.Object({
  format: Text,
  ok: Type.Boolean(),
  pages: DeclaredPages,
  error: Type.Optional(ErrorMessage),
});

const Ready = Type.Object({ event: Type.Literal('ready'), java: Text });

const Progress = Type.Object({
  event: Type.Literal('progress'),
  id: Count,
  /**
   * `draw`: pages are rendered to find text that is not visible. `recognize`: text is recognized in pictures. `check`: a
   * PDF is checked against the rules of PDF/UA.
   */
  stage: Type.Union([
    Type.Literal('read'),
    Type.Literal('draw'),
    Type.Literal('recognize'),
    Type.Literal('layout'),
    Type.Literal('write'),
    Type.Literal('check'),
  ]),
  page: Count,
  of: Count,
});

const Done = Type.Object({
  event: Type.Literal('done'),
  id: Count,
  ok: Type.Boolean(),
  error: Type.Optional(ErrorMessage),
  tainted: Flag,
  logs: Type.Optional(Type.Array(LogLine, { maxItems: logsMax })),
  temp_free_bytes: Figure,
  temp_wiped: Flag,
  pages: DeclaredPages,
  encrypted: Flag,
  locked: Flag,
  tagged: Flag,
  /** A rewritten file is in the output directory. */
  repaired: Flag,
  outputs: Type.Optional(Type.Array(Output, { maxItems: outputsMax })),
  text_characters: Figure,
  images_missing: Figure,
  /** Its entries are validated in `dropped.ts`: a box may have edges that are not numbers. */
  dropped: Type.Optional(Type.Array(Type.Unknown(), { maxItems: droppedItemsMax })),
  dropped_count: Figure,
  dropped_pages: Pages,
  unseen_pages: Pages,
  /** The clock ended a check, or a program was killed, so another run may have another result. */
  not_reproducible: Flag,
  empty_pages: Pages,
  image_only_pages: Pages,
  garbled_pages: Pages,
  /** Images cover most of them, and they have little text of their own. */
  sparse_pages: Pages,
  recognized: Type.Optional(
    Type.Array(Type.Object({ page: Type.Integer({ minimum: 1 }), words: Count, confidence: Count }), {
      maxItems: pagesMax,
    }),
  ),
  unrecognized_pages: Pages,
  pages_inspected: Figure,
  scanned_pages: Pages,
  text_layer_pages: Pages,
  textless_pages: Pages,
  unmapped_pages: Pages,
  unmapped_fonts: Figure,
  unmapped_letters: Figure,
});

export type HostError = Static<typeof ErrorMessage>;
export type HostLog = Static<typeof LogLine>;
export type HostReady = Static<typeof Ready>;
export type HostProgress = Static<typeof Progress>;
export type HostReply = Static<typeof Done>;
export type HostMessage = HostReady | HostProgress | HostReply;

const ready = Compile(Ready);
const progress = Compile(Progress);
const done = Compile(Done);

/** The longest reply lists every page six times; nothing else grows with the document. */
export function replyBytesMax(documentPagesMax: number): number {
  return 4 * 1_048_576 + 64 * documentPagesMax;
}

/** `null` for a line that is not a message, because the JVM itself may print; `'invalid'` for an invalid message. */
export function decodeLine(line: string): HostMessage | 'invalid' | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || !('event' in value)) {
    return null;
  }
  switch (value.event) {
    case 'ready':
      return ready.Check(value) ? value : 'invalid';
    case 'progress':
      return progress.Check(value) ? value : 'invalid';
    case 'done':
      return done.Check(value) ? value : 'invalid';
    default:
      return null;
  }
}
