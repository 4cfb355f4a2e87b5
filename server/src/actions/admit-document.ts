/** Looks into an uploaded document before anything is made of it: can it be opened, how many pages will it cost. */
import { OctavoError, unavailable } from '../domain/errors.ts';
import type { ParserOptions } from '../domain/options.ts';
import { countPages, type PageRange, pagesWithin } from '../domain/page-range.ts';
import type { Engine, PreflightOutcome } from '../ports/engine.ts';

export type AskedOptions = { readonly options: ParserOptions; readonly password: string | undefined };

export type AdmittedDocument = AskedOptions & {
  /** Those chosen by the option `pages`, else all. */
  readonly pages: number;
  readonly documentPages: number;
  readonly range: PageRange;
  readonly encrypted: boolean;
  readonly tagged: boolean;
};

type Accepted = Extract<PreflightOutcome, { status: 'accepted' }>;
type Refused = Extract<PreflightOutcome, { status: 'refused' }>;

const refusalCodes = {
  unreadable: 'pdf_unreadable',
  no_pages: 'pdf_unreadable',
  too_many_pages: 'pdf_unreadable',
  password_required: 'pdf_password_required',
  password_incorrect: 'pdf_password_incorrect',
} as const satisfies Record<Refused['reason'], string>;

function accepted(outcome: PreflightOutcome): Accepted {
  switch (outcome.status) {
    case 'accepted':
      return outcome;
    case 'refused':
      throw new OctavoError(refusalCodes[outcome.reason], outcome.message);
    case 'failed':
      // A document that kills or stalls the parser cannot be opened; a broken parser is our own trouble.
      if (outcome.failure.class === 'environment' || outcome.failure.class === 'disk') {
        throw unavailable('parser', outcome.failure.detail);
      }
      throw new OctavoError('pdf_unreadable', outcome.failure.message, { cause: outcome.failure.detail });
  }
}

function chosenPages(options: ParserOptions, documentPages: number): PageRange {
  if (options.pages === null) return [{ from: 1, to: documentPages }];
  const result = pagesWithin(options.pages, documentPages);
  if (result.ok) return result.range;
  throw new OctavoError('invalid_request', `The options are not valid: options.pages: ${result.msg}.`, {
    faults: [{ loc: ['options', 'pages'], msg: result.msg }],
  });
}

export async function admitDocument(
  engine: Pick<Engine, 'preflight'>,
  file: { readonly path: string },
  asked: AskedOptions,
): Promise<AdmittedDocument> {
  const document = accepted(await engine.preflight({ path: file.path, password: asked.password }));
  if (document.encrypted && asked.options.format.includes('tagged-pdf')) {
    throw new OctavoError(
      'format_unsupported',
      'A tagged PDF cannot be made from an encrypted file. Leave out tagged-pdf, or remove the encryption.',
    );
  }
  const { pageCount: documentPages, encrypted, tagged } = document;
  const range = chosenPages(asked.options, documentPages);
  return { ...asked, pages: countPages(range), documentPages, range, encrypted, tagged };
}
