/** One document with a payload in every place of a PDF that holds text: cells, links, names, alternates, fields, metadata. */
import { type PdfObject, writePdf } from '@octavo/testkit/documents/pdf-writer.ts';
import { linkTargets, type Payload, payloadsFor } from './payloads.ts';

/** Wide enough that no payload is broken over two lines. */
const mediaBox = '/MediaBox [0 0 4000 1600]';
const picture = { width: 40, height: 40 };

/** A PDF string; non-Latin text is encoded as UTF-16. */
function literal(text: string): string {
  if (/[^\x20-\x7e]/.test(text)) return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
  return `(${text.replace(/[\\()]/g, '\\$&')})`;
}

const escapedName = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) =>
      /[A-Za-z0-9]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `#${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

/** Numbers objects in order; objects that refer to each other reserve their number first. */
function builder() {
  const objects: PdfObject[] = [];
  const reserve = () => objects.push('null');
  return {
    objects,
    reserve,
    set: (number: number, object: PdfObject) => {
      objects[number - 1] = object;
    },
    add: (object: PdfObject) => objects.push(object),
  };
}
type Builder = ReturnType<typeof builder>;

const stream = (content: string | Buffer, dictionary = ''): PdfObject => ({
  dictionary,
  stream: typeof content === 'string' ? Buffer.from(content, 'latin1') : content,
});

function textLines(payloads: readonly Payload[], size: number, marked: boolean): string {
  return payloads
    .map(({ text }, line) => {
      const shown = `BT /F1 ${size} Tf 40 ${1_540 - line * 40} Td ${literal(text)} Tj ET`;
      return marked ? `/P << /MCID ${line + 1} >> BDC ${shown} EMC` : shown;
    })
    .join('\n');
}

function tableCells(payloads: readonly Payload[]): string {
  return payloads
    .map(({ text }, row) => {
      const y = 1_540 - row * 40;
      return `40 ${y - 10} 200 40 re S 240 ${y - 10} 3700 40 re S BT /F1 10 Tf 50 ${y} Td (row ${row}) Tj ET BT /F1 10 Tf 250 ${y} Td ${literal(text)} Tj ET`;
    })
    .join('\n');
}

/** A font whose ToUnicode map turns one glyph into a whole text. */
function claimingFont(pdf: Builder, payloads: readonly Payload[]): number {
  const rows = payloads.map(({ text }, at) => {
    const code = (0x41 + at).toString(16);
    return `<${code}> <${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
  });
  const map = pdf.add(
    stream(
      `/CIDInit /ProcSet findresource begin begincmap /CMapName /X def 1 begincodespacerange <00> <ff> endcodespacerange\n${rows.length} beginbfchar\n${rows.join('\n')}\nendbfchar endcmap end`,
    ),
  );
  return pdf.add(`<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode ${map} 0 R >>`);
}

function links(pdf: Builder, canary: string): string {
  const annotations = linkTargets(canary).map(({ text, name }, at) => {
    const box = `/Rect [40 ${1_530 - at * 40} 400 ${1_560 - at * 40}] /Border [0 0 1]`;
    return pdf.add(
      `<< /Type /Annot /Subtype /Link ${box} /Contents ${literal(text)} /NM ${literal(name)} /A << /S /URI /URI ${literal(text)} >> >>`,
    );
  });
  return annotations.map((number) => `${number} 0 R`).join(' ');
}

function fields(pdf: Builder, payloads: readonly Payload[]): string {
  return payloads
    .map(({ text }, at) => {
      const box = `/Rect [40 ${1_530 - at * 40} 3900 ${1_560 - at * 40}]`;
      return pdf.add(
        `<< /Type /Annot /Subtype /Widget /FT /Tx ${box} /T ${literal(`field ${at} ${text}`)} /TU ${literal(text)} /V ${literal(text)} /DA (/F1 10 Tf) /AA << /F << /S /JavaScript /JS ${literal(text)} >> >> >>`,
      );
    })
    .map((number) => `${number} 0 R`)
    .join(' ');
}

/** Structure elements: a paragraph for each line, and figures whose alternates are payloads. */
function structure(pdf: Builder, page: number, alternates: readonly Payload[], lines: number): number {
  const root = pdf.reserve();
  const element = (kind: string, text: string, place: number) =>
    pdf.add(
      `<< /Type /StructElem /S /${kind} /P ${root} 0 R /Pg ${page} 0 R /K ${place} /Alt ${literal(text)} /ActualText ${literal(text)} /T ${literal(text)} >>`,
    );
  const figure = alternates.map(({ text }) => element('Figure', text, 0));
  const paragraphs = alternates.slice(0, lines).map(({ text }, at) => element('P', text, at + 1));
  const kids = [...figure, ...paragraphs];
  const list = kids.map((number) => `${number} 0 R`).join(' ');
  pdf.set(
    root,
    `<< /Type /StructTreeRoot /K [${list}] /ParentTree << /Nums [0 [${[figure[0], ...paragraphs].map((number) => `${number} 0 R`).join(' ')}]] >> >>`,
  );
  return root;
}

export function makeHostileDocument(canary: string): Buffer {
  const pdf = builder();
  const [catalog, tree] = [pdf.reserve(), pdf.reserve()];
  const font = pdf.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const claimed = payloadsFor('glyph', canary);
  const claiming = claimingFont(pdf, claimed);
  const imageName = escapedName(payloadsFor('image-name', canary)[0]?.text.slice(0, 90) ?? '');
  const image = pdf.add(
    stream(
      Buffer.alloc(picture.width * picture.height * 3, 0x5f),
      `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
    ),
  );
  const resources = `/Resources << /Font << /F1 ${font} 0 R /F2 ${claiming} 0 R >> /XObject << /${imageName} ${image} 0 R >> >>`;
  const glyphs = claimed.map(
    (_, at) =>
      `BT /F2 12 Tf 40 ${1_540 - at * 40} Td (${String.fromCharCode(0x41 + at).replace(/[\\()]/g, '\\$&')}) Tj ET`,
  );
  const contents: readonly { content: string; extra?: string }[] = [
    {
      content: `/Figure << /MCID 0 >> BDC q 300 0 0 300 3600 1200 cm /${imageName} Do Q EMC\n${textLines(payloadsFor('text', canary), 11, true)}`,
      extra: '/StructParents 0',
    },
    { content: textLines(payloadsFor('heading', canary), 26, false) },
    { content: tableCells(payloadsFor('cell', canary)) },
    { content: glyphs.join('\n') },
    {
      content: linkTargets(canary)
        .map(({ name }, at) => `BT /F1 11 Tf 50 ${1_540 - at * 40} Td (link to ${name}) Tj ET`)
        .join('\n'),
      extra: `/Annots [${links(pdf, canary)}]`,
    },
    {
      content: 'BT /F1 11 Tf 50 60 Td (fields above) Tj ET',
      extra: `/Annots [${fields(pdf, payloadsFor('field', canary))}]`,
    },
  ];
  const pages = contents.map(({ content, extra = '' }) =>
    pdf.add(
      `<< /Type /Page /Parent ${tree} 0 R ${mediaBox} ${resources} ${extra} /Contents ${pdf.add(stream(content))} 0 R >>`,
    ),
  );
  const alternates = payloadsFor('alt', canary);
  const structured = structure(pdf, pages[0] ?? 0, alternates, alternates.length);
  const [title] = payloadsFor('title', canary).filter(({ name }) => name.endsWith('closed-title'));
  const words = literal(title?.text ?? '');
  const info = pdf.add(
    `<< /Title ${words} /Author ${words} /Subject ${words} /Keywords ${words} /Creator ${words} /Producer ${words} >>`,
  );
  const attached = pdf.add(stream(title?.text ?? '', '/Type /EmbeddedFile /Subtype /text#2fhtml'));
  pdf.set(
    tree,
    `<< /Type /Pages /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] /Count ${pages.length} >>`,
  );
  pdf.set(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /MarkInfo << /Marked true >> /StructTreeRoot ${structured} 0 R /Lang ${words} ` +
      `/OpenAction << /S /JavaScript /JS ${literal(`app.alert(1);this.submitForm("${canary}/loaded/open-action")`)} >> ` +
      `/Names << /EmbeddedFiles << /Names [${words} << /Type /Filespec /F ${words} /UF ${words} /EF << /F ${attached} 0 R >> >>] >> >> >>`,
  );
  return writePdf({ objects: pdf.objects, trailerEntries: `/Info ${info} 0 R ` });
}

/** A document whose plain text is a whole script. */
export function makePolyglot(canary: string): Buffer {
  const js = `console.log('octavo-ran polyglot');fetch('${canary}/ran/polyglot')`;
  const page = `<< /Type /Page /Parent 2 0 R ${mediaBox} /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>`;
  return writePdf({
    objects: [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      page,
      stream(`BT /F1 11 Tf 40 1500 Td ${literal(js)} Tj ET`),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ],
  });
}
