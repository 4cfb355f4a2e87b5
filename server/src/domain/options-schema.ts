/** The parser options as a client sends them: their schema, and how the text of the form field is read. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalidOptions, OctavoError } from './errors.ts';
import { formats } from './formats.ts';
import { camelKeys, snakeKeys } from './key-case.ts';
import { isLanguageTag, languageTagCharsMax, languageTagPattern, languageTagText } from './language-tag.ts';
import { type OptionName, optionGuide } from './option-guide.ts';
import {
  contentFilters,
  imageFormats,
  imageOutputs,
  type OcrLanguage,
  ocrLanguages,
  ocrModes,
  type ParserOptions,
  readingOrders,
  tableMethods,
  withDefaults,
} from './options.ts';
import { parsePageRange } from './page-range.ts';
import { toFaults } from './schema-faults.ts';
import { OneOf, storableText } from './schema-parts.ts';

const separatorCharsMax = 256;
const passwordCharsMax = 256;
/** Each language makes the recognition slower. */
const languagesMax = 5;

const defaults = snakeKeys(withDefaults({})) as Readonly<Record<string, unknown>>;

/** A name of its own for each option: requests and responses share one definition in the OpenAPI document. */
function described(name: OptionName): { $id: string; description: string; default?: unknown } {
  const words = name.split('_').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  const fallback = name in defaults ? { default: defaults[name] } : {};
  return { $id: `Option${words.join('')}`, description: optionGuide[name].does, ...fallback };
}

function Choice<const T extends string>(name: OptionName, values: readonly T[]) {
  return OneOf(values, described(name));
}

const Switch = (name: OptionName) => Type.Boolean(described(name));

const Separator = (name: OptionName) =>
  Type.Union(
    [Type.String({ maxLength: separatorCharsMax, pattern: storableText }), Type.Null()],
    described(name),
  );

/** Every option but `password`, under its name on the wire. */
export const optionFields = {
  format: Type.Array(OneOf(formats), { minItems: 1, ...described('format') }),
  reading_order: Choice('reading_order', readingOrders),
  table_method: Choice('table_method', tableMethods),
  pages: Type.Union([Type.String(), Type.Null()], described('pages')),
  use_struct_tree: Switch('use_struct_tree'),
  include_header_footer: Switch('include_header_footer'),
  keep_line_breaks: Switch('keep_line_breaks'),
  markdown_with_html: Switch('markdown_with_html'),
  sanitize: Switch('sanitize'),
  detect_strikethrough: Switch('detect_strikethrough'),
  replace_invalid_chars: Type.String({
    minLength: 1,
    maxLength: 1,
    pattern: storableText,
    ...described('replace_invalid_chars'),
  }),
  markdown_page_separator: Separator('markdown_page_separator'),
  text_page_separator: Separator('text_page_separator'),
  html_page_separator: Separator('html_page_separator'),
  image_output: Choice('image_output', imageOutputs),
  image_format: Choice('image_format', imageFormats),
  content_safety_off: Type.Array(OneOf(contentFilters), {
    uniqueItems: true,
    ...described('content_safety_off'),
  }),
  join_tables: Switch('join_tables'),
  ocr: Choice('ocr', ocrModes),
  ocr_languages: Type.Array(OneOf(ocrLanguages), {
    minItems: 1,
    maxItems: languagesMax,
    uniqueItems: true,
    ...described('ocr_languages'),
  }),
  language: Type.Union(
    [Type.String({ maxLength: languageTagCharsMax, pattern: languageTagPattern }), Type.Null()],
    described('language'),
  ),
};

/** Options and password of a request, all optional. */
export const OptionsRequest = Type.Partial(
  Type.Object({
    ...optionFields,
    password: Type.String({ maxLength: passwordCharsMax, ...described('password') }),
  }),
  { $id: 'ParserOptionsInput', additionalProperties: false },
);
const optionsRequest = Compile(OptionsRequest);

export type RequestedOptions = { readonly options: ParserOptions; readonly password: string | undefined };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OctavoError('invalid_json', 'The part options is not valid JSON.', {
      faults: [{ loc: ['options'], msg: 'is not valid JSON' }],
    });
  }
}

/** What the operator offers: whether text is recognized, and in which languages; the first one is the default. */
export type OcrOffer = {
  readonly enabled: boolean;
  readonly languages: readonly OcrLanguage[];
  /** Pages of a document whose text is recognized. */
  readonly pagesMax: number;
};

/** Reads the form field `options` and fills in the defaults. Throws with every fault at once. */
export function parseOptions(text: string, offer: OcrOffer = unrestrictedOcr): RequestedOptions {
  const value = text.trim() === '' ? {} : parseJson(text);
  if (!optionsRequest.Check(value)) {
    throw invalidOptions(...toFaults(optionsRequest.Errors(value), 'options'));
  }
  const { password, ...rest } = value;
  checkTexts(rest);
  const requested = camelKeys(rest) as Partial<ParserOptions>;
  checkOcr(requested, offer);
  return { options: withDefaults({ ...ocrDefaults(offer), ...requested }), password };
}

/** What a schema cannot say about the options that are text. */
function checkTexts({ pages, language }: { pages?: string | null; language?: string | null }): void {
  const range = typeof pages === 'string' ? parsePageRange(pages) : null;
  if (range && !range.ok) throw invalidOptions({ loc: ['options', 'pages'], msg: range.msg });
  if (typeof language === 'string' && !isLanguageTag(language)) {
    throw invalidOptions({ loc: ['options', 'language'], msg: languageTagText });
  }
}

/** Without an operator's choice, such as in tests: nothing is refused. */
export const unrestrictedOcr: OcrOffer = {
  enabled: true,
  languages: [],
  pagesMax: Number.POSITIVE_INFINITY,
};

function ocrDefaults({ enabled, languages }: OcrOffer): Partial<ParserOptions> {
  const [first] = languages;
  return { ...(!enabled && { ocr: 'off' }), ...(first !== undefined && { ocrLanguages: [first] }) };
}

function checkOcr(
  { ocr, ocrLanguages = [] }: Partial<ParserOptions>,
  { enabled, languages }: OcrOffer,
): void {
  if (!enabled && ocr !== undefined && ocr !== 'off') {
    throw invalidOptions({
      loc: ['options', 'ocr'],
      msg: 'must be off: this server does not recognize text',
    });
  }
  const unknown =
    languages.length === 0 ? [] : ocrLanguages.filter((language) => !languages.includes(language));
  if (unknown.length > 0) {
    const msg = `${unknown.join(', ')} is not installed; use ${languages.join(', ')}`;
    throw invalidOptions({ loc: ['options', 'ocr_languages'], msg });
  }
}
