/** Source blocks as flat OpenDocument files, which LibreOffice opens. */
import { escapeHtml } from '../html.ts';
import type { SourceBlock, SourceTable } from '../source.ts';

const escapeXml = (text: string) => escapeHtml(text).replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const namespaces = ['office', 'text', 'table', 'style', 'draw', 'presentation']
  .map((name) => {
    const path = name === 'draw' ? 'drawing' : name;
    return `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${path}:1.0"`;
  })
  .concat([
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  ])
  .join(' ');

type Kind = 'text' | 'spreadsheet' | 'presentation';

const flat = (kind: Kind, styles: string, automatic: string, master: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">
<office:styles>${styles}</office:styles>
<office:automatic-styles>${automatic}</office:automatic-styles>
<office:master-styles>${master}</office:master-styles>
<office:body><office:${kind}>${body}</office:${kind}></office:body>
</office:document>
`;

export type OfficeStyle = {
  readonly font: string;
  readonly headingColor: string;
  /** Border of cells, such as `0.5pt solid #000000`. */
  readonly border: string;
  /** Background of the first row. */
  readonly headFill: string;
  readonly columns: 1 | 2;
  readonly header?: string;
};

const headingSizes = ['20pt', '15pt', '12pt'];

function textStyles({ font, headingColor }: OfficeStyle): string {
  const headings = headingSizes.map(
    (size, at) =>
      `<style:style style:name="H${at + 1}" style:family="paragraph" style:default-outline-level="${at + 1}"><style:paragraph-properties fo:margin-top="12pt" fo:margin-bottom="6pt" fo:keep-with-next="always"/><style:text-properties style:font-name="${font}" fo:font-family="'${font}'" fo:font-size="${size}" fo:font-weight="bold" fo:color="${headingColor}"/></style:style>`,
  );
  return `<style:style style:name="P" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="6pt"/><style:text-properties fo:font-family="'${font}'" fo:font-size="11pt"/></style:style><style:style style:name="C" style:family="paragraph"><style:text-properties fo:font-family="'${font}'" fo:font-size="10pt"/></style:style>${headings.join('')}`;
}

const level = (format: string) =>
  `${format}<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" fo:margin-left="12mm" fo:text-indent="-6mm"/></style:list-level-properties>`;

const listStyles = `<text:list-style style:name="bullets">${level('<text:list-level-style-bullet text:level="1" text:bullet-char="•">')}</text:list-level-style-bullet></text:list-style><text:list-style style:name="numbers">${level('<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix=".">')}</text:list-level-style-number></text:list-style>`;

const cellStyles = ({ border, headFill }: Pick<OfficeStyle, 'border' | 'headFill'>) =>
  `<style:style style:name="cell" style:family="table-cell"><style:table-cell-properties fo:border="${border}" fo:padding="1.2mm"/></style:style><style:style style:name="head" style:family="table-cell"><style:table-cell-properties fo:border="${border}" fo:background-color="${headFill}" fo:padding="1.2mm"/></style:style>`;

function tableXml({ rows }: SourceTable, name: string, paragraphStyle: string): string {
  const width = Math.max(...rows.map((row) => row.reduce((sum, { columnSpan = 1 }) => sum + columnSpan, 0)));
  const lines = rows.map((row, at) => {
    const cells = row.map(({ text, columnSpan = 1 }) => {
      const span = columnSpan > 1 ? ` table:number-columns-spanned="${columnSpan}"` : '';
      const covered = '<table:covered-table-cell/>'.repeat(columnSpan - 1);
      return `<table:table-cell table:style-name="${at === 0 ? 'head' : 'cell'}" office:value-type="string"${span}><text:p text:style-name="${paragraphStyle}">${escapeXml(text)}</text:p></table:table-cell>${covered}`;
    });
    const line = `<table:table-row>${cells.join('')}</table:table-row>`;
    return at === 0 ? `<table:table-header-rows>${line}</table:table-header-rows>` : line;
  });
  return `<table:table table:name="${name}"><table:table-column table:style-name="column" table:number-columns-repeated="${width}"/>${lines.join('')}</table:table>`;
}

function blockXml(block: SourceBlock, number: number): string {
  switch (block.kind) {
    case 'heading':
      return `<text:h text:style-name="H${block.level}" text:outline-level="${block.level}">${escapeXml(block.text)}</text:h>`;
    case 'list': {
      const items = block.items.map(
        (item) => `<text:list-item><text:p text:style-name="P">${escapeXml(item)}</text:p></text:list-item>`,
      );
      return `<text:list text:style-name="${block.ordered ? 'numbers' : 'bullets'}">${items.join('')}</text:list>`;
    }
    case 'table':
      return tableXml(block, `Table${number}`, 'C');
    default: {
      const note =
        block.note === undefined
          ? ''
          : `<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p text:style-name="C">${escapeXml(block.note)}</text:p></text:note-body></text:note>`;
      return `<text:p text:style-name="P">${escapeXml(block.text)}${note}</text:p>`;
    }
  }
}

/** A text document; the title stays above the columns. */
export function textDocument(blocks: readonly SourceBlock[], style: OfficeStyle): string {
  const section =
    style.columns === 1
      ? ''
      : '<style:style style:name="columns" style:family="section"><style:section-properties><style:columns fo:column-count="2" fo:column-gap="8mm"/></style:section-properties></style:style>';
  const header =
    style.header === undefined
      ? ''
      : `<style:header><text:p text:style-name="C">${escapeXml(style.header)}</text:p></style:header><style:footer><text:p text:style-name="C"><text:page-number/></text:p></style:footer>`;
  const layout = `<style:page-layout style:name="page"><style:page-layout-properties fo:page-width="210mm" fo:page-height="297mm" fo:margin="20mm"/><style:header-style/><style:footer-style/></style:page-layout>`;
  const master = `<style:master-page style:name="Standard" style:page-layout-name="page">${header}</style:master-page>`;
  const [title, ...rest] = blocks.map(blockXml);
  const inner = rest.join('\n');
  const body =
    style.columns === 1
      ? `${title}\n${inner}`
      : `${title}\n<text:section text:style-name="columns" text:name="body">${inner}</text:section>`;
  return flat(
    'text',
    textStyles(style) + listStyles,
    `${layout}${section}${cellStyles(style)}`,
    master,
    body,
  );
}

/** A sheet with text to the left and numbers to the right, as calculated tables are printed. */
export function spreadsheet(rows: SourceTable, border: string): string {
  const column =
    '<style:style style:name="column" style:family="table-column"><style:table-column-properties style:column-width="28mm"/></style:style>';
  return flat(
    'spreadsheet',
    '',
    column + cellStyles({ border, headFill: 'transparent' }),
    '',
    tableXml(rows, 'Sheet1', 'Standard'),
  );
}

export type Slide = { readonly title: string; readonly points: readonly string[] };

const frame = (y: number, height: number, size: string, lines: readonly string[]) =>
  `<draw:frame draw:style-name="plain" svg:x="18mm" svg:y="${y}mm" svg:width="240mm" svg:height="${height}mm"><draw:text-box>${lines.map((line) => `<text:p text:style-name="${size}">${escapeXml(line)}</text:p>`).join('')}</draw:text-box></draw:frame>`;

export function presentation(slides: readonly Slide[]): string {
  const paragraph = (name: string, size: number, weight: string) =>
    `<style:style style:name="${name}" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="4mm"/><style:text-properties fo:font-family="'Liberation Sans'" fo:font-size="${size}pt" fo:font-weight="${weight}"/></style:style>`;
  const layout =
    '<style:page-layout style:name="screen"><style:page-layout-properties fo:page-width="280mm" fo:page-height="157.5mm" fo:margin="0mm"/></style:page-layout>';
  const plain =
    '<style:style style:name="plain" style:family="graphic"><style:graphic-properties draw:stroke="none" draw:fill="none"/></style:style>';
  const pages = slides.map(
    ({ title, points }, at) =>
      `<draw:page draw:name="page${at + 1}" draw:master-page-name="Default">${frame(12, 22, 'title', [title])}${frame(
        42,
        100,
        'point',
        points.map((point) => `• ${point}`),
      )}</draw:page>`,
  );
  const master = '<style:master-page style:name="Default" style:page-layout-name="screen"/>';
  const styles = paragraph('title', 32, 'bold') + paragraph('point', 20, 'normal');
  return flat('presentation', '', layout + plain + styles, master, pages.join('\n'));
}
