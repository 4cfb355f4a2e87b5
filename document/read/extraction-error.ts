/** The extraction is not what the engine host promises to write: the conversion fails, nothing is guessed. */
export type ExtractionFault = 'invalid_record' | 'wrong_order' | 'truncated';

export class ExtractionError extends Error {
  readonly fault: ExtractionFault;
  /** From 1. */
  readonly line: number;

  constructor(fault: ExtractionFault, line: number, detail: string) {
    super(`The extraction is not valid (${fault}, line ${line}): ${detail}`);
    this.name = 'ExtractionError';
    this.fault = fault;
    this.line = line;
  }
}
