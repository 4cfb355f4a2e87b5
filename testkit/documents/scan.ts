/** A document whose second page is only a picture, like a scan. */
import { Buffer } from 'node:buffer';
import { writePdf } from './pdf-writer.ts';

export function makeScannedDocument(): Buffer {
  const page = (resources: string, content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents ${content} 0 R >>`;
  const picture = Buffer.from(Array.from({ length: 32 * 32 }, (_, index) => (index * 37) % 256));
  return writePdf({
    objects: [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
      page('/Font << /F1 7 0 R >>', 5),
      page('/XObject << /Im1 8 0 R >>', 6),
      { dictionary: '', stream: Buffer.from('BT /F1 12 Tf 72 700 Td (A page that can be read.) Tj ET\n') },
      { dictionary: '', stream: Buffer.from('q 595 0 0 842 0 0 cm /Im1 Do Q\n') },
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      {
        dictionary:
          '/Type /XObject /Subtype /Image /Width 32 /Height 32 /ColorSpace /DeviceGray /BitsPerComponent 8',
        stream: picture,
      },
    ],
  });
}
