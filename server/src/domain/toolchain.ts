/** The programs and data that an output depends on, besides the source and the options. */
import { createHash } from 'node:crypto';

export type Tool = {
  readonly name: string;
  readonly version?: string;
  /** Lower-case hex; of the file, or of the sources in the order of their names. */
  readonly sha256?: string;
  /** A package URL, where there is one. */
  readonly uri?: string;
};

export type Toolchain = readonly Tool[];

/** Lower-case hex. The same tools have the same id on every machine. */
export function toolchainId(tools: Toolchain): string {
  const sorted = tools.map(({ name, version = '', sha256 = '', uri = '' }) => [name, version, sha256, uri]);
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
