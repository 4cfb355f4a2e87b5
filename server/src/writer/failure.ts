/** Classifies what a writer process reported, or how it ended. */
import type { EngineFailure } from '../ports/engine.ts';
import { failure, outputTooLarge } from '../processes/failure.ts';
import type { WriterFailed } from './message.ts';
import type { WriterResult } from './process.ts';

type WriterFault = Extract<WriterResult, { readonly event: 'killed' }>;

/** Of a result that is not the one that was expected. */
export function classifyFault(fault: WriterResult): EngineFailure {
  switch (fault.event) {
    case 'written':
    case 'compared':
    case 'laid_out':
      return failure('crash', 'writer: the reply to another request');
    case 'failed':
      return classifyReport(fault);
    case 'killed':
      return classifyKill(fault.why);
    case 'died': {
      const { code, signal, stderr } = fault.exit;
      const how = `writer ended with ${signal ?? `code ${code}`}`;
      return /heap out of memory|invalid (array|table) size/i.test(stderr)
        ? failure('out_of_memory', `${how}, heap exhausted`)
        : failure('crash', how);
    }
  }
}

function classifyReport({ cause, detail }: WriterFailed): EngineFailure {
  switch (cause) {
    case 'disk':
      return failure('disk', `writer: ${detail}`);
    case 'too_large':
      return outputTooLarge(`writer: ${detail}`);
    case 'error':
      return failure('crash', `writer: ${detail}`);
  }
}

function classifyKill(why: WriterFault['why']): EngineFailure {
  switch (why) {
    case 'timeout':
      return failure('timeout', 'writer killed: timeout limit');
    case 'cancelled':
      return failure('cancelled', 'writer killed: cancelled');
    case 'protocol':
      return failure('crash', 'writer killed: printed too much or an invalid message');
  }
}
