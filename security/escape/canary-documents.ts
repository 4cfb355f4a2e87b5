/** Documents that refer to canaries: files, ports, other programs. Each is otherwise valid. */
import { type PdfObject, writePdf } from '@octavo/testkit/documents/pdf-writer.ts';

const box = '/MediaBox [0 0 595 842]';
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
const text = (words: string): PdfObject => ({
  dictionary: '',
  stream: Buffer.from(`BT /F1 12 Tf 60 700 Td (${words}) Tj ET`, 'latin1'),
});

type Parts = {
  readonly catalog?: string;
  readonly page?: string;
  readonly resources?: string;
  readonly extra?: readonly PdfObject[];
};

/** Object 6 is the first of the extra ones. */
function documentWith({ catalog = '', page = '', resources = '', extra = [] }: Parts, words: string): Buffer {
  return writePdf({
    objects: [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R ${box} /Resources << /Font << /F1 5 0 R >> ${resources} >> /Contents 4 0 R ${page} >>`,
      text(words),
      font,
      ...extra,
    ],
  });
}

const xml = (target: string) =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><!DOCTYPE x [<!ENTITY c SYSTEM "${target}"><!ENTITY % p SYSTEM "${target}"> %p;]>` +
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>&c;</dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

const image =
  '/Type /XObject /Subtype /Image /Width 20 /Height 20 /ColorSpace /DeviceGray /BitsPerComponent 8';

export function canaryDocuments(target: string, words: string): Readonly<Record<string, Buffer>> {
  const file = `<< /Type /Filespec /FS /URL /F (${target}) /UF (${target}) >>`;
  const drawn = text(`${words}) Tj ET q 200 0 0 200 60 300 cm /X Do Q BT (`);
  return {
    'xml-entity': documentWith(
      {
        catalog: '/Metadata 6 0 R',
        extra: [{ dictionary: '/Type /Metadata /Subtype /XML', stream: Buffer.from(xml(target)) }],
      },
      words,
    ),
    'external-stream': documentWith(
      {
        resources: '/XObject << /X 6 0 R >>',
        extra: [{ dictionary: `${image} /F ${file} /FFilter null`, stream: Buffer.alloc(400, 1) }, drawn],
        page: '/Contents [4 0 R 7 0 R]',
      },
      words,
    ),
    'reference-form': documentWith(
      {
        resources: '/XObject << /X 6 0 R >>',
        extra: [
          {
            dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Ref << /F ${file} /Page 0 >>`,
            stream: Buffer.from('0 0 m 9 9 l S'),
          },
          drawn,
        ],
        page: '/Contents [4 0 R 7 0 R]',
      },
      words,
    ),
    actions: documentWith(
      {
        catalog: `/OpenAction << /S /Launch /F ${file} /Win << /F (${target}) >> >> /AA << /WC << /S /URI /URI (${target}) >> >>`,
        page: `/AA << /O << /S /GoToR /F ${file} /D [0 /Fit] >> >> /Annots [<< /Type /Annot /Subtype /Link /Rect [50 690 300 720] /A << /S /SubmitForm /F ${file} >> >>]`,
      },
      words,
    ),
    'font-file': documentWith(
      {
        extra: [
          `<< /Type /Font /Subtype /TrueType /BaseFont /Evil /FirstChar 65 /LastChar 65 /Widths [500] /FontDescriptor 7 0 R >>`,
          `<< /Type /FontDescriptor /FontName /Evil /Flags 4 /FontBBox [0 0 9 9] /ItalicAngle 0 /Ascent 1 /Descent 0 /CapHeight 1 /StemV 1 /FontFile2 8 0 R >>`,
          { dictionary: `/F ${file} /Length1 4`, stream: Buffer.from('none') },
        ],
        resources: '/Font << /F1 6 0 R >>',
      },
      words,
    ),
  };
}
