/** The reference text of each parser option: what it does, and when to use it. */

export type OptionGuide = { readonly does: string; readonly when: string };

const separator = (output: string): OptionGuide => ({
  does:
    `Text to insert before each page of the ${output} output, including the first and empty pages; ` +
    `\`%page-number%\` becomes the number of the page.${output === 'html' ? ' It may contain html, and is not escaped.' : ''}`,
  when: `You need to know where a page of the ${output} begins, for citations or to split the output.`,
});

export const optionGuide = {
  format: {
    does: 'The output formats to produce. All of them come from one conversion and cost the same pages.',
    when: 'You need anything besides markdown and json. Further text formats of a done job are written later at no charge; other formats need a job of their own.',
  },
  reading_order: {
    does: 'How blocks of text are put in order. `xycut` finds columns and reads them one after the other; `off` keeps the order in which the file draws them.',
    when: 'Text of several columns is mixed up: try `off`, which is right where the program that wrote the PDF wrote it in reading order.',
  },
  table_method: {
    does: 'How tables are found. `default` finds tables with and without ruling lines; `cluster` also takes what the engine’s own search for aligned text finds.',
    when: 'A table without lines comes out as paragraphs or lists. In documents with many columns of plain text, `cluster` may find tables where there are none.',
  },
  pages: {
    does: 'The pages to convert, such as `1,3,5-7`; the first page is 1. Only these pages are charged. null converts the whole document.',
    when: 'You need a part of a long document, or want to try options on a few pages first.',
  },
  use_struct_tree: {
    does: 'Takes all blocks and their order from the tags of a tagged PDF, whatever its pages look like. Without it, headings, tables and alternative texts of the tags are used where they agree with the page.',
    when: 'The document is tagged with care, such as an accessible PDF, and its lists or its order come out wrong. Tags are not compared with what is visible, so most filters for hidden text do not apply: use it for documents you trust.',
  },
  include_header_footer: {
    does: 'Keeps running headers and footers, which are left out otherwise. In json they are nodes of the type `artifact`.',
    when: 'Headers or footers say something that the pages do not, such as a case number or a version.',
  },
  keep_line_breaks: {
    does: 'Keeps the lines of a paragraph as they are on the page instead of joining them. In markdown table cells it needs `markdown_with_html`, because a cell is one line otherwise. json always has the lines.',
    when: 'Lines have a meaning of their own: poems, addresses, code, forms.',
  },
  markdown_with_html: {
    does: 'Allows HTML inside markdown, for what markdown cannot express: tables with merged cells or with lists in cells, superscripts and subscripts, line breaks in cells.',
    when: 'Your reader of markdown renders HTML, and tables have cells that span rows or columns. Without it, merged cells are written once and the places they cover are empty.',
  },
  sanitize: {
    does: 'Replaces e-mail addresses, phone, card and IP numbers, and URLs with placeholders in the outputs.',
    when: 'Outputs go to people or services that must not see personal data. It works by pattern and misses other spellings, such as phone numbers with spaces: check the result before you rely on it.',
  },
  detect_strikethrough: {
    does: 'Marks text that a line crosses out: `~~like this~~` in markdown, a line through it in html.',
    when: 'Deleted text must stay recognisable, as in contracts and drafts with changes. Without it, crossed-out text reads like any other.',
  },
  replace_invalid_chars: {
    does: 'One character that replaces every character whose meaning the fonts of the document do not say.',
    when: 'You want to see or count such gaps: choose a character that does not occur otherwise, such as `�`.',
  },
  markdown_page_separator: separator('markdown'),
  text_page_separator: separator('text'),
  html_page_separator: separator('html'),
  image_output: {
    does: 'What becomes of images in markdown, html and json: `off` leaves them out (json keeps the figure with its box), `external` links to files, `embedded` puts them into the output as data URIs. Without this option, it is `external` if `format` contains `images`, and `off` otherwise.',
    when: 'You need the images within one self-contained file: `embedded`. Outputs with embedded images are much larger.',
  },
  image_format: {
    does: 'The file format of extracted images.',
    when: 'The images are photographs and size matters more than exact pixels: `jpeg`.',
  },
  content_safety_off: {
    does: 'Filters of hidden content to turn off: `hidden-text` (invisible or covered), `off-page` (outside the page), `tiny` (too small to read), `hidden-ocg` (on hidden layers). `GET /jobs/{id}/dropped` lists what the filters left out.',
    when: 'The list of dropped content names something that you need. Hidden text is a common way to place instructions for language models in a document.',
  },
  join_tables: {
    does: 'Makes one table of a table that goes on over a page break, and removes the titles that are printed again on the next page.',
    when: 'Turn it off if each page must keep its own table, such as to compare outputs with the pages.',
  },
  ocr: {
    does: 'Text recognition. `auto` reads pages that have images and no text, and pages whose fonts do not say what their characters mean; `force` reads every page and ignores the text in the file; `off` reads none. Pages that are read are straightened, and pages read because of their fonts or by `force` become pictures with an invisible text layer.',
    when: 'The text of a file is wrong although it can be read on the page: `force`. You only want text that the file itself contains: `off`.',
  },
  ocr_languages: {
    does: 'The languages of the text to recognize, as codes of tesseract such as `eng`, `deu`, `chi_sim`; the most likely first, at most five. The operator decides which ones are installed and which is the default.',
    when: 'Scans are not in the default language. More languages make the recognition slower and a little less exact, so name only those that occur.',
  },
  language: {
    does: 'The language of the document as a tag (BCP 47), such as `en`, `de-CH` or `zh-Hant`. It is written into the tagged PDF, as `lang` into html, and as `language` into json, instead of what the document says. null keeps the language of the document; if it says none, none is written.',
    when: 'The document does not say its language, or says the wrong one, and the tagged PDF or html goes to screen readers. Text recognition has its own option, `ocr_languages`.',
  },
  password: {
    does: 'Opens an encrypted PDF. It is never returned, and it is erased when the job ends.',
    when: 'The service answers `pdf_password_required`.',
  },
} as const satisfies Record<string, OptionGuide>;

export type OptionName = keyof typeof optionGuide;
