/** Records the statements the service sends, so that a bare program can send the same. */
import { openStore, type PostgresStore } from '../../server/src/postgres/store.ts';

type Parameter = unknown;
export type Statement = { readonly sql: string; readonly parameters: readonly Parameter[] };

export type RecordedStore = {
  readonly store: PostgresStore;
  /** What was sent while the work was done. */
  during(work: () => Promise<unknown>): Promise<readonly Statement[]>;
};

export function openRecordedStore(url: string): RecordedStore {
  let sent: Statement[] = [];
  const store = openStore({
    url,
    poolMax: 10,
    statementTimeoutMs: 30_000,
    preparesStatements: true,
    applicationName: 'octavo-bench',
    onIdleError: () => {},
    onQuery: ({ sql, parameters }) => void sent.push({ sql, parameters }),
  });
  return {
    store,
    during: async (work) => {
      sent = [];
      await work();
      return sent;
    },
  };
}

type Packed = { readonly bytes: string } | { readonly moment: string } | { readonly plain: unknown };

function pack(value: unknown): Packed {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('hex') };
  return value instanceof Date ? { moment: value.toISOString() } : { plain: value };
}

function unpack(packed: Packed): unknown {
  if ('bytes' in packed) return Buffer.from(packed.bytes, 'hex');
  return 'moment' in packed ? new Date(packed.moment) : packed.plain;
}

/** As text, for another process. */
export function packStatements(statements: readonly Statement[]): string {
  return JSON.stringify(statements.map(({ sql, parameters }) => ({ sql, parameters: parameters.map(pack) })));
}

export function unpackStatements(text: string): readonly Statement[] {
  const packed = JSON.parse(text) as { sql: string; parameters: Packed[] }[];
  return packed.map(({ sql, parameters }) => ({ sql, parameters: parameters.map(unpack) }));
}

/** The statement with ids in its parameters replaced. */
export function about({ sql, parameters }: Statement, names: ReadonlyMap<string, string>): Statement {
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed);
    if (typeof value !== 'string') return value;
    return [...names].reduce((text, [from, to]) => text.replaceAll(from, to), value);
  };
  return { sql, parameters: parameters.map(renamed) };
}
