/**
 * Conversion options of docling-serve as options of a job. What asks for content that this service does not make is
 * refused; what chooses models and backends is ignored (docs/guides/compatible-apis.md has the table).
 */
import { type Fault, invalidOptions } from '../../domain/errors.ts';
import type { Format } from '../../domain/formats.ts';
import { FieldReader, type Fields } from './field-reader.ts';

const formatNames: Readonly<Record<string, Format>> = {
  md: 'markdown',
  json: 'json',
  html: 'html',
  text: 'text',
};

/** Options that add content which this service does not make. */
const refusedFlags = [
  'do_picture_description',
  'do_picture_classification',
  'do_chart_extraction',
  'do_code_enrichment',
  'do_formula_enrichment',
  'include_page_images',
] as const;

/** Names of languages in other recognition engines, as codes of tesseract. */
const languageCodes: Readonly<Record<string, string>> = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  it: 'ita',
  pt: 'por',
  nl: 'nld',
  pl: 'pol',
  cs: 'ces',
  hu: 'hun',
  ro: 'ron',
  sv: 'swe',
  da: 'dan',
  no: 'nor',
  fi: 'fin',
  tr: 'tur',
  el: 'ell',
  ru: 'rus',
  uk: 'ukr',
  bg: 'bul',
  ar: 'ara',
  he: 'heb',
  fa: 'fas',
  hi: 'hin',
  bn: 'ben',
  th: 'tha',
  vi: 'vie',
  id: 'ind',
  ch_sim: 'chi_sim',
  ch_tra: 'chi_tra',
  ja: 'jpn',
  ko: 'kor',
};

/** A page number beyond all documents: docling's own default of the last page. */
const lastPageMax = 1_000_000_000;

function formatsOf(reader: FieldReader): readonly Format[] {
  const names = reader.list('to_formats') ?? ['md'];
  const unknown = names.filter((name) => !(name in formatNames));
  if (unknown.length > 0 || names.length === 0) {
    const supported = Object.keys(formatNames).join(', ');
    reader.refuse(
      'to_formats',
      `must be of ${supported}; ${unknown.join(', ') || 'nothing'} is not supported`,
    );
  }
  return names.flatMap((name) => formatNames[name] ?? []);
}

function checkSource(reader: FieldReader): void {
  const from = reader.list('from_formats');
  if (from && !from.includes('pdf'))
    reader.refuse('from_formats', 'must include pdf, which is all that is read');
}

function imagesOf(reader: FieldReader): 'off' | 'embedded' {
  const mode = reader.text('image_export_mode') ?? 'placeholder';
  const wantsImages = reader.flag('include_images') ?? true;
  if (mode !== 'placeholder' && mode !== 'embedded')
    reader.refuse('image_export_mode', 'must be placeholder or embedded');
  return mode === 'embedded' && wantsImages ? 'embedded' : 'off';
}

/** Without a wish, what the server does by default: recognize text where it is offered. */
function ocrOf(reader: FieldReader) {
  const [wanted, forced] = [reader.flag('do_ocr') ?? true, reader.flag('force_ocr') ?? false];
  const languages = (reader.list('ocr_lang') ?? []).map((name) => languageCodes[name.toLowerCase()] ?? name);
  const mode = !wanted ? { ocr: 'off' } : forced ? { ocr: 'force' } : {};
  return { ...mode, ...(wanted && languages.length > 0 && { ocr_languages: [...new Set(languages)] }) };
}

function pagesOf(reader: FieldReader): string | null {
  const range = reader.list('page_range');
  if (range === undefined) return null;
  const [from = Number.NaN, to = Number.NaN, ...others] = range.map(Number);
  if (![from, to].every((page) => Number.isInteger(page) && page > 0) || from > to || others.length > 0) {
    reader.refuse('page_range', 'must be the numbers of the first and the last page, from 1');
    return null;
  }
  if (to < lastPageMax) return `${from}-${to}`;
  if (from > 1) reader.refuse('page_range', 'must name the last page');
  return null;
}

/** Options of a job, as they are sent to `POST /jobs`. */
export type JobOptions = Readonly<Record<string, unknown>> & { readonly format: readonly Format[] };

/** The options, and what is wrong with the fields. */
export function readConvertOptions(
  fields: Fields,
  prefix = '',
): { options: JobOptions; faults: readonly Fault[] } {
  const reader = new FieldReader(fields, prefix);
  checkSource(reader);
  for (const name of refusedFlags) {
    if (reader.flag(name) === true) reader.refuse(name, 'is not supported');
  }
  const separator = reader.text('md_page_break_placeholder');
  const options = {
    format: formatsOf(reader),
    image_output: imagesOf(reader),
    pages: pagesOf(reader),
    ...ocrOf(reader),
    ...(separator !== undefined && { markdown_page_separator: separator }),
  };
  return { options, faults: reader.faults };
}

/** What the request asks for besides the conversion. Answers are sent in the body of the response, and only there. */
export function checkTarget(fields: Fields): readonly Fault[] {
  const reader = new FieldReader(fields);
  const target = reader.text('target_type') ?? 'inbody';
  // Clients of docling-serve ask for presigned_url first, and go on with inbody if they find this reason.
  if (target !== 'inbody') {
    reader.refuse('target_type', `must be inbody: ${target} requires artifact storage to be configured`);
  }
  if (reader.value('callbacks') !== undefined) {
    reader.refuse('callbacks', 'is not supported; webhooks of the account report finished jobs');
  }
  return reader.faults;
}

export function refuseAll(...faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalidOptions(...faults);
}
