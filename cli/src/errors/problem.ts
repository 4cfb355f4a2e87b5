/** Turns whatever was thrown into what is shown of it: a sentence, what to do next, ids to quote, and the exit code. */
import type { ApiError, OctavoError } from '@octavo/sdk';
import type { ExitName } from '../exit-codes.ts';
import { CliError } from './cli-error.ts';
import { nextSteps } from './next-steps.ts';

export type Problem = {
  readonly code: string;
  readonly message: string;
  readonly next: string;
  readonly exit: ExitName;
  readonly faults?: readonly string[];
  readonly requestId?: string;
  readonly jobId?: string;
  /** Of a refusal for want of pages. */
  readonly pagesRemaining?: number;
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

/** The message of an error of the SDK ends with advice to programmers; here it gets advice of its own. */
function happened(error: OctavoError): string {
  return error.message.endsWith(error.nextStep)
    ? error.message.slice(0, -error.nextStep.length).trim()
    : error.message;
}

function ofApiError(error: ApiError): Problem {
  const { code, requestId, faults } = error;
  const lines = faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
  return {
    code: code ?? `status_${error.status}`,
    message: happened(error),
    next: (code && nextSteps[code]) ?? adviceOf(error),
    exit: exitOf(error),
    ...(lines.length > 0 && { faults: lines }),
    ...(requestId !== null && { requestId }),
    ...('pagesRemaining' in error && { pagesRemaining: error.pagesRemaining as number }),
  };
}

function adviceOf({ code, status, nextStep }: ApiError): string {
  if (code !== null) return nextStep;
  return status >= 500
    ? 'Try again later; octavo doctor tells what answers.'
    : 'Something else answers at this address: octavo doctor tells what.';
}

type JobError = OctavoError & { readonly jobId: string };

const ofJobErrors: Readonly<Record<string, (jobId: string) => Pick<Problem, 'code' | 'next' | 'exit'>>> = {
  JobFailedError: () => ({
    code: 'job_failed',
    next: 'It cost no pages. Convert the file again once the cause is gone.',
    exit: 'failed',
  }),
  JobDeletedError: () => ({
    code: 'job_deleted',
    next: 'Convert the file again if you still need it.',
    exit: 'failed',
  }),
  WaitTimeoutError: (jobId) => ({
    code: 'wait_timeout',
    next: `It goes on without you: octavo jobs wait ${jobId}, then octavo jobs download ${jobId}.`,
    exit: 'timedOut',
  }),
};

function ofConnectionError(error: OctavoError): Problem {
  return {
    code: error.name === 'ConnectionTimeoutError' ? 'connection_timeout' : 'connection_failed',
    message: happened(error),
    next: 'Check the address and the network: octavo doctor looks at both. Then try again.',
    exit: 'unreachable',
  };
}

function ofRedirect(error: OctavoError): Problem {
  return {
    code: 'redirected',
    message: happened(error),
    next: 'Name the address that answers without a redirect: octavo login --base-url URL.',
    exit: 'unreachable',
  };
}

/** Told by name: the SDK is only loaded by commands that need it, and then thrown errors carry theirs. */
function ofSdkError(error: OctavoError): Problem {
  if ('status' in error) return ofApiError(error as ApiError);
  const ofJob = ofJobErrors[error.name];
  if (ofJob) {
    const { jobId } = error as JobError;
    return { message: happened(error), jobId, ...ofJob(jobId) };
  }
  if (error.name === 'RedirectError') return ofRedirect(error);
  if (/^Connection/.test(error.name)) return ofConnectionError(error);
  const exit = error.name === 'ConfigurationError' ? 'usage' : 'failed';
  return { code: 'input', message: happened(error), next: error.nextStep, exit };
}

const ofFileSystem: Readonly<Record<string, string>> = {
  EACCES: 'is not permitted',
  EPERM: 'is not permitted',
  ENOSPC: 'needs more space than is left',
  EROFS: 'is on a disk that cannot be written to',
  ENOTDIR: 'leads through something that is no directory',
  EISDIR: 'is a directory',
  EEXIST: 'is there already',
  ENOENT: 'does not exist',
};

function ofSystemError(error: NodeJS.ErrnoException): Problem {
  const why = ofFileSystem[error.code ?? ''] ?? `cannot be used (${error.code})`;
  return {
    code: 'file_system',
    message: `${error.path ?? 'A file'} ${why}.`,
    next: 'Check the path, its permissions and the space on the disk, then run the same command again.',
    exit: 'failed',
  };
}

export function problemOf(error: unknown): Problem {
  if (error instanceof CliError) {
    const { code, message, next, exit } = error;
    return { code, message, next, exit };
  }
  if (error instanceof Error) {
    if ('nextStep' in error) return ofSdkError(error as OctavoError);
    if ('syscall' in error) return ofSystemError(error as NodeJS.ErrnoException);
  }
  return {
    code: 'unexpected',
    message: `Something unexpected happened: ${error instanceof Error ? error.message : String(error)}`,
    next: 'This is a fault of octavo. Run the command again with --debug and report what it prints.',
    exit: 'failed',
  };
}
