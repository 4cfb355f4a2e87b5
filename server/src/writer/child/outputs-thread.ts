/**
 * A thread of a writer process that writes the outputs of a long document while the process refines its next pages. Gets
 * lines of the stored document, replies how many characters it has handled, and at the end with its files.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentHead } from '@octavo/document/model/document.ts';
import { partOfLine } from '@octavo/document/store/stored-document.ts';
import { DocumentOutputs, type OutputsRequest, type WrittenOutputs } from './document-outputs.ts';
import { type Fault, faultOf } from './fault.ts';

export type ThreadData = { readonly head: DocumentHead; readonly request: OutputsRequest };

/** No lines: the document has ended. */
export type ThreadMessage = readonly string[];

export type ThreadReply =
  | { readonly event: 'handled'; readonly chars: number }
  | { readonly event: 'written'; readonly files: WrittenOutputs }
  | { readonly event: 'failed'; readonly fault: Fault };

const { head, request } = workerData as ThreadData;
const reply = (message: ThreadReply) => parentPort?.postMessage(message);

let outputs: DocumentOutputs | undefined;
let hasFailed = false;

function handled(lines: ThreadMessage): ThreadReply {
  outputs ??= new DocumentOutputs(head, request);
  if (lines.length === 0) {
    const files = outputs.finish();
    outputs.close();
    return { event: 'written', files };
  }
  for (const line of lines) outputs.add(partOfLine(line));
  return { event: 'handled', chars: lines.reduce((sum, line) => sum + line.length, 0) };
}

parentPort?.on('message', (lines: ThreadMessage) => {
  if (hasFailed) return;
  try {
    reply(handled(lines));
  } catch (error) {
    hasFailed = true;
    outputs?.close();
    reply({ event: 'failed', fault: faultOf(error) });
  }
});
