/** Classifies what a host process reported, or how it died. */
import type { Format } from '../domain/formats.ts';
import type { EngineFailure, PoolRefusal } from '../ports/engine.ts';
import { failure, noSpacePattern, outputTooLarge } from '../processes/failure.ts';
import type { HostError } from './host-message.ts';
import type { HostResult } from './process.ts';

const tooLargePattern = /file too large/i;

const refusals: Readonly<Record<PoolRefusal, string>> = {
  no_slots: 'this process has no slots',
  no_process: 'no engine process could be started',
  cancelled: 'given up before a slot was free',
  busy: 'no slot came free in time',
  account_limit: 'the account has too many documents in work',
};

/** No slot was available: the document was not processed. */
export function refusalFailure(why: PoolRefusal): EngineFailure {
  return failure(why === 'cancelled' ? 'cancelled' : 'environment', refusals[why]);
}

/** Parsers of the engine and of the PDF library: exceptions there are caused by the file. */
const parserFrame =
  /^org\.verapdf\.(parser|cos|io|as|pd|exceptions|external|operator)\.|^org\.apache\.pdfbox\.(pdfparser|cos|filter|io)\./;

/** An exception that the host reported. The same file fails the same way again, so only full disks are retryable. */
export function classifyError(error: HostError): EngineFailure {
  const types = error.chain.map((link) => link.type);
  const texts = error.chain.map((link) => link.text).join(' | ');
  const detail = `${types.join(' < ')} at ${error.frames[0] ?? 'unknown'}`;
  const has = (name: string) => types.some((type) => type.endsWith(`.${name}`));
  if (noSpacePattern.test(texts)) {
    return failure('disk', detail);
  }
  if (tooLargePattern.test(texts)) {
    return outputTooLarge(detail);
  }
  if (has('InvalidPasswordException') || has('EncryptedTaggedPdfNotSupportedException')) {
    return failure('encrypted', detail);
  }
  if (has('TempDirectoryNotWritableException')) {
    return failure('environment', detail);
  }
  if (has('OutOfMemoryError')) {
    return failure('out_of_memory', detail);
  }
  if (has('InvalidPdfFileException') || has('LoopedException') || has('StackOverflowError')) {
    return failure('invalid', detail);
  }
  if (/invalid page tree/i.test(texts) || error.frames.some((frame) => parserFrame.test(frame))) {
    return failure('invalid', detail);
  }
  return failure('crash', detail, {
    retryable: false,
    message: 'The engine cannot process this document; please report it.',
  });
}

/** A process that ended without an answer. Our own kill decides first, then the kernel's, then the exit code. */
export function classifyDeath(result: Exclude<HostResult, { kind: 'reply' }>): EngineFailure {
  if (result.kind === 'killed') {
    switch (result.why) {
      case 'timeout':
      case 'cpu':
        return failure('timeout', `killed: ${result.why} limit`);
      case 'starved':
        return failure('timeout', 'killed: timeout limit, with too little CPU time');
      case 'cancelled':
        return failure('cancelled', 'killed: cancelled');
      case 'memory':
        return failure('out_of_memory', 'killed: memory limit');
      case 'protocol':
        return failure('crash', 'killed: printed too much or an invalid message');
      case 'output':
        return outputTooLarge('killed: output limit');
    }
  }
  const { exit } = result;
  const how = `process ended with ${exit.signal ?? `code ${exit.code}`}`;
  if (result.oomKilled) {
    return failure('out_of_memory', `${how}, killed by the kernel for memory`);
  }
  if (/OutOfMemoryError|insufficient memory for the Java Runtime/.test(exit.stderr)) {
    return failure('out_of_memory', `${how}, heap exhausted`);
  }
  return failure('crash', how);
}

/** Some formats failed: the job fails as a whole, but the message names which formats would work. */
export function formatsFailed(
  failed: ReadonlyMap<Format, EngineFailure>,
  requested: readonly Format[],
): EngineFailure {
  const failedFormats = requested.filter((format) => failed.has(format));
  const workingFormats = requested.filter((format) => !failed.has(format));
  const first = failedFormats.map((format) => failed.get(format)).find((one) => one !== undefined);
  const worst = [...failed.values()].find((one) => one.retryable) ?? first ?? failure('crash', 'no output');
  const detail = [...failed].map(([format, one]) => `${format}: ${one.class} (${one.detail})`).join('; ');
  const formatsKnown = { failedFormats, workingFormats };
  if (worst.retryable || worst.class === 'disk') {
    return failure(worst.class, detail, {
      ...formatsKnown,
      retryable: worst.retryable,
      message: worst.message,
    });
  }
  const names = failedFormats.join(', ');
  const rest = workingFormats.length > 0 ? `; submit it again with ${workingFormats.join(', ')} only` : '';
  const why = worst.class === 'encrypted' ? ' because it is encrypted' : '';
  return failure(worst.class, detail, {
    ...formatsKnown,
    retryable: false,
    message: `The engine cannot make ${names} from this document${why}${rest}.`,
  });
}
