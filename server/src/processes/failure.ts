/** Failures of a document in a child process: their classes, each with a message for the customer. */
import type { EngineFailure, FailureClass } from '../ports/engine.ts';

export const noSpacePattern = /no space left|disk quota exceeded|not enough space/i;

/** The message of each class; classes with two causes have the second message below. */
const sentences: Readonly<Record<FailureClass, string>> = {
  invalid:
    'The file is not a PDF the engine can read; open it in a viewer, save it again, and submit the new file.',
  encrypted: 'The document is encrypted and could not be opened; submit it with the right password.',
  out_of_memory:
    'The document needs more memory than one conversion may use; split it or leave out the images, and submit it again.',
  timeout: 'The conversion did not end within its time limit; split the document and submit the parts.',
  disk: 'The service ran out of disk space while writing the results; submit the document again later.',
  environment: 'The service could not run the conversion; submit the document again later.',
  crash:
    'The engine stopped unexpectedly on this document; submit it again, and report it if that fails too.',
  cancelled: 'The conversion was stopped on request.',
};

const retryable: Readonly<Record<FailureClass, boolean>> = {
  invalid: false,
  encrypted: false,
  out_of_memory: true,
  timeout: true,
  disk: true,
  environment: true,
  crash: true,
  cancelled: false,
};

type Extra = Partial<Pick<EngineFailure, 'message' | 'retryable' | 'failedFormats' | 'workingFormats'>>;

export function failure(kind: FailureClass, detail: string, extra: Extra = {}): EngineFailure {
  return {
    class: kind,
    retryable: extra.retryable ?? retryable[kind],
    message: extra.message ?? sentences[kind],
    detail,
    failedFormats: extra.failedFormats ?? [],
    workingFormats: extra.workingFormats ?? [],
  };
}

/** The process could not start, or the input could not be placed: not caused by the document. */
export function environmentFailure(error: unknown): EngineFailure {
  const { code, message } = error as NodeJS.ErrnoException;
  const kind = code === 'ENOSPC' || code === 'EDQUOT' ? 'disk' : 'environment';
  return failure(kind, code ?? message);
}

export function outputTooLarge(detail: string): EngineFailure {
  return failure('disk', detail, {
    retryable: false,
    message:
      'The results are larger than one conversion may write; choose fewer pages or formats and submit it again.',
  });
}
