/** Turns anything thrown into what the user sees: a message, what to do next, ids for a report, and the exit code. */
import type { ApiError, OctavoError } from '@octavo/sdk';
import type { ExitName } from '../exit-codes.ts';
import { parserOptionNames, similarParserOption } from '../options/parser-options.ts';
import { CliError } from './cli-error.ts';
import { failedJobAdvice, messages, nextSteps, permanentErrors } from './next-steps.ts';

export type Problem = {
  readonly code: string;
  readonly message: string;
  readonly next: string;
  readonly exit: ExitName;
  readonly faults?: readonly string[];
  readonly requestId?: string;
  readonly jobId?: string;
  /** If there are not enough pages left this month. */
  readonly pagesRemaining?: number;
  /** Fails again unless the user changes the file or the command line. */
  readonly isPermanent?: true;
};

const exitOfStatus: Readonly<Record<number, ExitName>> = {
  401: 'auth',
  402: 'limit',
  403: 'limit',
  408: 'unreachable',
  413: 'limit',
  429: 'unreachable',
};

function exitOf({ status, code }: ApiError): ExitName {
  if (code === 'concurrent_job_limit' || code === 'too_many_uploads') return 'limit';
  return exitOfStatus[status] ?? (status >= 500 ? 'unreachable' : 'failed');
}

/** SDK messages end with advice for programmers; the command line has its own. */
function messageWithoutAdvice(error: OctavoError): string {
  return error.message.endsWith(error.nextStep)
    ? error.message.slice(0, -error.nextStep.length).trim()
    : error.message;
}

function fromApiError(error: ApiError): Problem {
  const { code, requestId, faults } = error;
  const lines = faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
  return {
    code: code ?? `status_${error.status}`,
    message: (code && messages[code]) ?? messageWithoutAdvice(error),
    next: unknownOptionAdvice(error) ?? (code && nextSteps[code]) ?? adviceOf(error),
    exit: exitOf(error),
    ...(lines.length > 0 && { faults: lines }),
    ...(requestId !== null && { requestId }),
    ...('pagesRemaining' in error && { pagesRemaining: error.pagesRemaining as number }),
    ...(code !== null && permanentErrors.has(code) && { isPermanent: true as const }),
  };
}

function unknownOptionAdvice({ faults }: ApiError): string | null {
  const names = faults.flatMap(({ loc }) =>
    loc[0] === 'options' && loc.length === 2 ? [String(loc[1])] : [],
  );
  const own = ['format', 'pages', 'password'];
  const unknown = names.find((name) => !parserOptionNames.includes(name) && !own.includes(name));
  if (unknown === undefined) return null;
  const similar = similarParserOption(unknown);
  const suggestion = similar === undefined ? '' : `Did you mean ${similar}? `;
  return `${suggestion}Parser options: ${parserOptionNames.join(', ')}.`;
}

function adviceOf({ code, status, nextStep }: ApiError): string {
  if (code !== null) return nextStep;
  return status >= 500
    ? 'Try again later. octavo doctor checks the server.'
    : 'This may not be an Octavo server. octavo doctor checks the URL.';
}

type JobError = OctavoError & { readonly jobId: string };

const fromJobErrors: Readonly<Record<string, (jobId: string) => Pick<Problem, 'code' | 'next' | 'exit'>>> = {
  JobFailedError: () => ({ code: 'job_failed', next: failedJobAdvice, exit: 'failed' }),
  JobDeletedError: () => ({
    code: 'job_deleted',
    next: 'Convert the file again if you still need it.',
    exit: 'failed',
  }),
  WaitTimeoutError: (jobId) => ({
    code: 'wait_timeout',
    next: `The job keeps running: octavo jobs wait ${jobId}, then octavo jobs download ${jobId}.`,
    exit: 'timedOut',
  }),
};

function fromConnectionError(error: OctavoError): Problem {
  return {
    code: error.name === 'ConnectionTimeoutError' ? 'connection_timeout' : 'connection_failed',
    message: messageWithoutAdvice(error),
    next: 'Check the server URL and the network with octavo doctor, then try again.',
    exit: 'unreachable',
  };
}

function fromRedirect(error: OctavoError): Problem {
  return {
    code: 'redirected',
    message: messageWithoutAdvice(error),
    next: 'Use the final URL of the server: octavo login --base-url <url>.',
    exit: 'unreachable',
  };
}

/** Checks names instead of classes, so that the SDK is only loaded by commands that need it. */
function fromSdkError(error: OctavoError): Problem {
  if ('status' in error) return fromApiError(error as ApiError);
  const fromJobError = fromJobErrors[error.name];
  if (fromJobError) {
    const { jobId } = error as JobError;
    return { message: messageWithoutAdvice(error), jobId, ...fromJobError(jobId) };
  }
  if (error.name === 'RedirectError') return fromRedirect(error);
  if (/^Connection/.test(error.name)) return fromConnectionError(error);
  const exit = error.name === 'ConfigurationError' ? 'usage' : 'failed';
  return { code: 'input', message: messageWithoutAdvice(error), next: error.nextStep, exit };
}

const fileSystemErrors: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOSPC: 'no space left on the disk',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'part of the path is not a directory',
  EISDIR: 'this is a directory',
  EEXIST: 'the file already exists',
  ENOENT: 'no such file or directory',
};

function fromSystemError(error: NodeJS.ErrnoException): Problem {
  const why = fileSystemErrors[error.code ?? ''] ?? `file system error ${error.code}`;
  return {
    code: 'file_system',
    message: `${error.path ?? 'File system'}: ${why}.`,
    next: 'Check the path, its permissions and the free disk space, then run the command again.',
    exit: 'failed',
  };
}

/** An incomplete installation, or a source checkout whose SDK is not built. */
const missingPart: Problem = {
  code: 'incomplete_installation',
  message: 'A part of octavo is not installed.',
  next: 'Install octavo again: npm install -g @octavo/cli. In a source checkout, run npm run build -w sdk.',
  exit: 'failed',
};

export function problemOf(error: unknown): Problem {
  if (error instanceof CliError) {
    const { code, message, next, exit } = error;
    return { code, message, next, exit };
  }
  if (error instanceof Error) {
    if ('nextStep' in error) return fromSdkError(error as OctavoError);
    if ('code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return missingPart;
    if ('syscall' in error) return fromSystemError(error as NodeJS.ErrnoException);
  }
  return {
    code: 'unexpected',
    message: `Unexpected error: ${error instanceof Error ? error.message : String(error)}`,
    next: 'This is a bug in octavo. Run the command again with --debug and report the output.',
    exit: 'failed',
  };
}
