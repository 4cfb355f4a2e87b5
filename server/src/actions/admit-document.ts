/** Checks an uploaded document before a job is created: whether it opens, and how many pages it has. */
import { invalidOptions, OctavoError, unavailable } from '../domain/errors.ts';
import type { ParserOptions } from '../domain/options.ts';
import type { RequestedOptions } from '../domain/options-schema.ts';
import { countPages, type PageRange, pagesWithin } from '../domain/page-range.ts';
import type { Engine, EngineFailure, FailureClass, PreflightOutcome } from '../ports/engine.ts';

export type AdmittedDocument = RequestedOptions & {
  /** Those chosen by the option `pages`, else all. */
  readonly pages: number;
  readonly documentPages: number;
  readonly range: PageRange;
  readonly encrypted: boolean;
  readonly tagged: boolean;
  readonly repaired: boolean;
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

/** The account of the document, and the error for an account whose own documents keep the parser busy. */
export type Admission = {
  readonly account: string;
  /** Ends the check when the client disconnects. */
  readonly signal: AbortSignal;
  readonly accountBusy: () => OctavoError | Promise<OctavoError>;
};

const busyRetrySeconds = 5;

export function parserBusy(): OctavoError {
  return new OctavoError(
    'service_unavailable',
    `The service is checking as many documents as it can. Try again in ${busyRetrySeconds} seconds.`,
    { retryAfterSeconds: busyRetrySeconds },
  );
}

/** Failures that are not caused by the document: the check was cancelled, or the parser could not run. */
const serviceFailures: ReadonlySet<FailureClass> = new Set(['environment', 'disk', 'cancelled']);

async function accepted(outcome: PreflightOutcome, admission: Admission): Promise<Accepted> {
  switch (outcome.status) {
    case 'accepted':
      return outcome;
    case 'refused':
      throw new OctavoError(refusalCodes[outcome.reason], outcome.message);
    case 'busy':
      throw outcome.because === 'account' ? await admission.accountBusy() : parserBusy();
    case 'failed':
      throw failed(outcome.failure, admission.signal);
  }
}

function failed(failure: EngineFailure, signal: AbortSignal): OctavoError {
  // Not sent to anyone: it keeps a disconnect from being counted as a failure of the service.
  if (signal.aborted) return new OctavoError('invalid_request', 'The client disconnected before the end.');
  if (serviceFailures.has(failure.class)) return unavailable('parser', failure.detail);
  return new OctavoError('pdf_unreadable', failure.message, { cause: failure.detail });
}

function chosenPages(options: ParserOptions, documentPages: number): PageRange {
  if (options.pages === null) return [{ from: 1, to: documentPages }];
  const result = pagesWithin(options.pages, documentPages);
  if (result.ok) return result.range;
  throw invalidOptions({ loc: ['options', 'pages'], msg: result.msg });
}

export async function admitDocument(
  engine: Pick<Engine, 'preflight'>,
  file: { readonly path: string },
  requested: RequestedOptions,
  admission: Admission,
): Promise<AdmittedDocument> {
  const { account, signal } = admission;
  const outcome = await engine.preflight({ path: file.path, password: requested.password, account, signal });
  const document = await accepted(outcome, admission);
  if (document.encrypted && requested.options.format.includes('tagged-pdf')) {
    throw new OctavoError(
      'format_unsupported',
      'A tagged PDF cannot be made from an encrypted file. Leave out tagged-pdf, or remove the encryption.',
    );
  }
  const { pageCount: documentPages, encrypted, tagged, repaired } = document;
  const range = chosenPages(requested.options, documentPages);
  return { ...requested, pages: countPages(range), documentPages, range, encrypted, tagged, repaired };
}
