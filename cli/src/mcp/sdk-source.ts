/** The documents of the account for MCP, through the SDK, and PDF files of this machine. */
import { DocumentError, type DocumentInfo, type DocumentSource } from '@octavo/mcp/document-source.ts';
import {
  ApiError,
  type Job,
  JobDeletedError,
  JobFailedError,
  type Octavo,
  OctavoError,
  type ParserOptionsInput,
  WaitTimeoutError,
} from '@octavo/sdk';
import { submitFile } from '../convert/submit-file.ts';
import { allowedFile } from './allowed-file.ts';

export type FileAccess = { readonly cwd: string; readonly directories: readonly string[] };

const include = ['file', 'warnings'] as const;
/** What an agent waits for a free slot of the plan. */
const slotTimeoutMs = 20_000;
const parserOptions: ParserOptionsInput = { format: ['markdown'] };

function toInfo({
  id,
  status,
  page_count,
  created_at,
  error_message,
  file,
  warnings = [],
}: Job): DocumentInfo {
  return {
    id,
    status,
    file_name: file?.name ?? '',
    page_count: page_count ?? file?.pages ?? 0,
    created_at,
    error_message,
    warnings: warnings.map(({ code, message, pages }) => ({ code, message, pages })),
  };
}

/** Errors of the SDK with the code of the API; others are passed on, and reported. */
function asDocumentError(error: unknown): unknown {
  if (error instanceof JobDeletedError) return new DocumentError('job_not_found', error.message);
  if (error instanceof ApiError)
    return new DocumentError(
      error.code ?? 'service_unavailable',
      error.message,
      error.retryAfterMs === null ? undefined : Math.ceil(error.retryAfterMs / 1_000),
    );
  // No connection, a timeout, a proxy.
  if (error instanceof OctavoError) return new DocumentError('service_unavailable', error.message, 5);
  return error;
}

/** The job as it is when it has ended or the time is up. */
async function waitFor(client: Octavo, id: string, seconds: number, signal: AbortSignal): Promise<Job> {
  if (seconds === 0) return client.jobs.retrieve(id, { include, signal });
  try {
    return await client.jobs.wait(id, { include, signal, timeoutMs: seconds * 1_000 });
  } catch (error) {
    if (error instanceof JobFailedError) return error.job;
    if (error instanceof WaitTimeoutError) return client.jobs.retrieve(id, { include, signal });
    throw error;
  }
}

/** What the SDK can do, with its errors translated. */
function translated<Args extends readonly unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      throw asDocumentError(error);
    }
  };
}

export function sdkSource(client: Octavo, { cwd, directories }: FileAccess): DocumentSource {
  const { jobs } = client;
  return {
    open: translated(async (id, waitSeconds, { signal }) =>
      toInfo(await waitFor(client, id, waitSeconds, signal)),
    ),
    submit: translated(async (path, { signal }) =>
      toInfo(
        await submitFile(
          { client, parserOptions, signal, waitTimeoutMs: slotTimeoutMs },
          await allowedFile(path, cwd, directories),
        ),
      ),
    ),
    list: translated(async (page, pageSize, { signal }) => {
      const { items, total } = await jobs.list(
        { status: ['done'], page, page_size: pageSize, include: ['file'] },
        { signal },
      );
      return { items: items.map(toInfo), total };
    }),
    outline: translated(async (id, query, { signal }) => jobs.outline(id, query, { signal })),
    read: translated(async (id, range, { signal }) => {
      const { content, ...part } = await jobs.read(id, { ...range, format: 'markdown' }, { signal });
      return { ...part, content: String(content) };
    }),
    search: translated(async (id, query, { signal }) => jobs.search(id, query, { signal })),
    locate: translated(async (id, { exact, page }, { signal }) =>
      jobs.locate(id, { quotes: [{ exact, ...(page !== undefined && { page }) }] }, { signal }),
    ),
    tables: {
      list: translated(async (id, query, { signal }) => jobs.tables(id, query, { signal })),
      get: translated(async (id, n, range, { signal }) => {
        const { content, ...table } = await jobs.table(id, n, range, { signal });
        return { ...table, content: typeof content === 'string' ? content : JSON.stringify(content) };
      }),
    },
  };
}
