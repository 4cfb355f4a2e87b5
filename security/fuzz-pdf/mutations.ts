/** Mutations of a PDF. Each has a random stream of its own, so that leaving one out changes no other. */
import { deflateSync } from 'node:zlib';
import type { Random } from '@octavo/testkit/seeded-random.ts';

export type CanaryAddresses = {
  /** A file outside the sandbox. */
  readonly file: string;
  /** A server that counts connections. */
  readonly url: string;
};

export type Ingredients = { readonly other: string; readonly canaries: CanaryAddresses };
type Mutation = (text: string, random: Random, ingredients: Ingredients) => string;

/** One character for each byte. */
export const toText = (bytes: Buffer) => bytes.toString('latin1');
export const toBytes = (text: string) => Buffer.from(text, 'latin1');

const extremes = [
  '0',
  '-1',
  '1',
  '-2147483648',
  '2147483647',
  '4294967296',
  '9007199254740993',
  '99999999999999999999',
  '1e10',
  '0.000000001',
  '-0',
];
const keys = [
  '/Kids',
  '/Parent',
  '/Type',
  '/Subtype',
  '/Filter',
  '/Length',
  '/Contents',
  '/Resources',
  '/Font',
  '/XObject',
  '/FlateDecode',
  '/LZWDecode',
  '/ASCIIHexDecode',
  '/RunLengthDecode',
  '/DCTDecode',
  '/JPXDecode',
  '/JBIG2Decode',
  '/CCITTFaxDecode',
  '/Pages',
  '/Page',
  '/Catalog',
  '/Form',
  '/Image',
  '/Type3',
  '/ToUnicode',
  '/StructTreeRoot',
  '/Prev',
  '/ObjStm',
  '/Encrypt',
];

type Span = { readonly start: number; readonly end: number };

function spansOf(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const put = (text: string, { start, end }: Span, replacement: string) =>
  text.slice(0, start) + replacement + text.slice(end);

/** Replaces one match of the pattern, if there is one. */
function changed(
  text: string,
  random: Random,
  pattern: RegExp,
  replacement: (old: string) => string,
): string {
  const spans = spansOf(text, pattern);
  if (spans.length === 0) return text;
  const span = random.pick(spans);
  return put(text, span, replacement(text.slice(span.start, span.end)));
}

function times(random: Random, most: number, text: string, step: (text: string) => string): string {
  let result = text;
  for (let left = 1 + random.below(most); left > 0; left -= 1) result = step(result);
  return result;
}

const number = /(?<=[\s[(</])-?\d+(?=[\s\])>/])/g;
const reference = /\b\d+ \d+ R\b/g;
const object = /\b\d+ \d+ obj\b[\s\S]*?endobj/g;
const body = /(?<=\bobj\b)[\s\S]*?(?=endobj)/g;
const stream = /(?<=\bstream\r?\n)[\s\S]*?(?=\r?\nendstream)/g;
const dictionary = /<</g;
const name = /\/[A-Za-z0-9]+/g;

const flipBytes: Mutation = (text, random) =>
  times(random, 24, text, (now) => {
    const at = random.below(now.length);
    return put(now, { start: at, end: at + 1 }, String.fromCharCode(random.below(256)));
  });

const truncate: Mutation = (text, random) => {
  const start = random.below(text.length);
  const end = random.chance(0.5) ? text.length : Math.min(text.length, start + 1 + random.below(2_000));
  return put(text, { start, end }, '');
};

const spliceObject: Mutation = (text, random, { other }) => {
  const foreign = spansOf(other, body);
  if (foreign.length === 0) return text;
  const { start, end } = random.pick(foreign);
  return changed(text, random, body, () => other.slice(start, end));
};

const changeNumbers: Mutation = (text, random) =>
  times(random, 6, text, (now) => changed(now, random, number, () => random.pick(extremes)));

const changeLength: Mutation = (text, random) =>
  changed(text, random, /\/Length \d+/g, () => `/Length ${random.pick(extremes)}`);

const retarget: Mutation = (text, random) => {
  const targets = spansOf(text, reference);
  if (targets.length === 0) return text;
  return times(random, 4, text, (now) =>
    changed(now, random, reference, () => {
      const { start, end } = random.pick(targets);
      return text.slice(start, end);
    }),
  );
};

const renameKeys: Mutation = (text, random) =>
  times(random, 4, text, (now) => changed(now, random, name, () => random.pick(keys)));

/** A second cross-reference table whose /Prev is the first, itself, or invalid. */
const duplicateXref: Mutation = (text, random) => {
  const before = /startxref\s+(\d+)/.exec(text)?.[1] ?? '0';
  const root = /\/Root \d+ \d+ R/.exec(text)?.[0] ?? '/Root 1 0 R';
  const previous = random.pick([before, String(text.length + 1), '0', '-5', '99999999']);
  const rows = random.pick([
    '0 1\n0000000000 65535 f \n',
    '0 3\n0000000000 65535 f \n0000000009 00000 n \n',
    '5 0\n',
  ]);
  return `${text}\nxref\n${rows}trailer\n<< /Size ${random.pick(extremes)} ${root} /Prev ${previous} >>\nstartxref\n${text.length + 1}\n%%EOF\n`;
};

const nest: Mutation = (text, random) => {
  const depth = random.pick([50, 500, 5_000, 20_000]);
  const [open, close] = random.pick([
    ['<< /A ', ' >>'],
    ['[', ']'],
    ['<< /Kids [', '] >>'],
  ] as const);
  const deep = `${open.repeat(depth)}0${random.chance(0.7) ? close.repeat(depth) : ''}`;
  return changed(text, random, dictionary, () => `<< ${random.pick(keys)} ${deep} `);
};

const swapStreams: Mutation = (text, random) => {
  const spans = spansOf(text, stream);
  if (spans.length < 2) return text;
  const [first, second] = random
    .shuffled(spans)
    .slice(0, 2)
    .toSorted((left, right) => left.start - right.start) as [Span, Span];
  const [one, two] = [text.slice(first.start, first.end), text.slice(second.start, second.end)];
  return put(put(text, second, one), first, two);
};

const repeatObject: Mutation = (text, random) =>
  changed(text, random, object, (old) => `${old}\n`.repeat(2 + random.below(old.length > 5_000 ? 3 : 200)));

const bombs = new Map<string, string>();

/** About 40 MB, compressed once. */
function bombOf(filling: string): string {
  const packed = bombs.get(filling) ?? toText(deflateSync(Buffer.alloc(40_000_000, filling)));
  bombs.set(filling, packed);
  return packed;
}

const inflate: Mutation = (text, random) => {
  const packed = bombOf(random.pick(['0 0 m ', '((((', ' ', 'q Q ']));
  const bomb = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream\n`;
  return changed(text, random, body, () => `\n${bomb}`);
};

/** External references: a file, a port, an XML entity. */
const canaryLink: Mutation = (text, random, { canaries }) => {
  const target = random.pick([canaries.file, `file://${canaries.file}`, canaries.url]);
  const entity = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY c SYSTEM "${target}">]><x:xmpmeta xmlns:x="adobe:ns:meta/">&c;</x:xmpmeta>`;
  const insertion = random.pick([
    `/F << /Type /Filespec /F (${target}) /UF (${target}) >> /FFilter /FlateDecode`,
    `/F (${target})`,
    `/OpenAction << /S /URI /URI (${target}) >> /AA << /O << /S /Launch /F (${target}) >> >>`,
    `/Ref << /F (${target}) /Page 0 >>`,
    `/FontFile2 << /F (${target}) /Length 9 >>`,
  ]);
  return random.chance(0.3)
    ? changed(
        text,
        random,
        body,
        () =>
          `\n<< /Type /Metadata /Subtype /XML /Length ${entity.length} >>\nstream\n${entity}\nendstream\n`,
      )
    : changed(text, random, dictionary, () => `<< ${insertion} `);
};

export const mutations = {
  flipBytes,
  truncate,
  spliceObject,
  changeNumbers,
  changeLength,
  retarget,
  renameKeys,
  duplicateXref,
  nest,
  swapStreams,
  repeatObject,
  inflate,
  canaryLink,
} satisfies Record<string, Mutation>;

export type MutationName = keyof typeof mutations;
const names = Object.keys(mutations) as MutationName[];

export const drawMutations = (random: Random): MutationName[] =>
  Array.from({ length: 1 + random.below(4) }, () => random.pick(names));

/** `null` at a place leaves that one out. */
export function mutated(
  source: Buffer,
  steps: readonly (MutationName | null)[],
  random: Random,
  ingredients: { readonly other: Buffer; readonly canaries: CanaryAddresses },
): Buffer {
  const other = toText(ingredients.other);
  let text = toText(source);
  steps.forEach((step, at) => {
    if (step === null) return;
    text = mutations[step](text, random.fork(`${at} ${step}`), { other, canaries: ingredients.canaries });
  });
  // A file without this header is refused at once and not parsed.
  return toBytes(text.startsWith('%PDF-') ? text : `%PDF-1.7\n${text}`);
}
