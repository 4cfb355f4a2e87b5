/** Finds the surveys in an extraction whose pages are laid out, without reading its pages. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ExtractedDocument } from '../model/extraction.ts';
import { isSurvey, type SurveyedPages } from '../model/surveyed-pages.ts';
import { ExtractionError } from './extraction-error.ts';
import { documentRecord } from './extraction-schema.ts';
import type { ExtractionSource } from './read-extraction.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Counts = Type.Array(Type.Tuple([Type.Number(), Count]));
const Strings = Type.Array(Type.String());
const style = Type.Object({ size: Type.Number(), bold: Type.Boolean(), italic: Type.Boolean() });
const rotation = Type.Union([Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270)]);
const size = { width: Type.Number(), height: Type.Number() };

const surveyRecord = Compile(
  Type.Object({
    record: Type.Literal('survey'),
    outline_entries: Count,
    pages: Type.Array(Type.Object({ page: Count, label: Type.Optional(Type.String()), ...size, rotation })),
    letters: Type.Object({ all: Count, bold: Count, italic: Count, mono: Count, right_to_left: Count }),
    has_text: Type.Boolean(),
    sizes: Counts,
    words: Type.Object({
      first: Type.Optional(Type.String()),
      words: Strings,
      is_cut: Type.Boolean(),
    }),
    margins: Type.Array(Type.Tuple([Type.String(), Count, Type.Number()])),
    headings: Type.Array(
      Type.Object({
        ...{ style, count: Count, first_page: Count },
        ...{ outline: Counts, tags: Counts, number: Counts, engine: Counts },
      }),
    ),
    texts: Type.Array(Type.Object({ style, headings: Count, short: Count, long: Count })),
    numbered: Strings,
  }),
);

type Surveys = { readonly document: ExtractedDocument; readonly surveys: readonly SurveyedPages[] };

function parse<T>(schema: { readonly Check: (value: unknown) => boolean }, text: string, line: number): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ExtractionError('invalid_record', line, 'not JSON');
  }
  if (!schema.Check(value)) throw new ExtractionError('invalid_record', line, 'not a record of a survey');
  return value as T;
}

/** Undefined unless every page was surveyed, with the outline of the document. */
export function readSurveys({ lines }: ExtractionSource): Surveys | undefined {
  let document: ExtractedDocument | undefined;
  const surveys: SurveyedPages[] = [];
  let [line, records] = [0, 0];
  for (const text of lines()) {
    line += 1;
    if (document === undefined) document = parse<ExtractedDocument>(documentRecord, text, line);
    else if (isSurvey(text)) surveys.push(parse<SurveyedPages>(surveyRecord, text, line));
    else if (text !== '') records += 1;
  }
  const surveyed = surveys.reduce((sum, { pages }) => sum + pages.length, 0);
  // The last record is the end.
  const isComplete = surveyed > 0 && surveyed === records - 1;
  const entries = document?.outline.length;
  if (!document || !isComplete || surveys.some(({ outline_entries }) => outline_entries !== entries))
    return undefined;
  return { document, surveys };
}
