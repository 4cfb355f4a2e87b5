/** The documents of a caller for MCP, by the actions behind the REST routes. */
import {
  type CallOptions,
  DocumentError,
  type DocumentInfo,
  type DocumentSource,
  type QuoteQuery,
} from '@octavo/mcp/document-source.ts';
import { requireProgrammaticAccess } from '../../actions/identify-caller.ts';
import { readTable, tablesOf } from '../../actions/list-contents.ts';
import { locateQuotes } from '../../actions/locate-quotes.ts';
import { type OpenedReading, openReading, type ReadingPorts } from '../../actions/open-reading.ts';
import { readDocument } from '../../actions/read-document.ts';
import { readOutline } from '../../actions/read-pages.ts';
import { searchDocument } from '../../actions/search-document.ts';
import { type WaitForJobPorts, waitForJob } from '../../actions/wait-for-job.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Job } from '../../domain/job.ts';
import { type UpgradePath, withUpgradeAdvice } from '../../domain/upgrade-path.ts';
import type { Store } from '../../ports/store.ts';
import { toOctavoError } from '../errors.ts';
import { toLocatedBody } from '../schemas/citations.ts';
import { toSearchBody, toTableBody } from '../schemas/contents.ts';
import { toOutlineBody, toReadBody } from '../schemas/reading.ts';
import { oneAtATime } from './one-at-a-time.ts';

export type McpSourcePorts = ReadingPorts &
  WaitForJobPorts & {
    readonly store: Pick<Store, 'jobs'>;
    readonly upgradePath: UpgradePath;
  };

type Warnings = DocumentInfo['warnings'];

const toInfo = (job: Job, warnings: Warnings = []): DocumentInfo => ({
  id: job.id,
  status: job.status,
  file_name: job.source.fileName,
  page_count: job.pages,
  created_at: job.createdAt.toISOString(),
  error_message: job.errorMessage,
  warnings: warnings.map(({ code, message, pages }) => ({ code, message, pages })),
});

/** Refusals become answers with their code; what is our fault is thrown on, and logged. */
function asDocumentError(thrown: unknown, path: UpgradePath): unknown {
  const error = toOctavoError(withUpgradeAdvice(thrown, path));
  if (error.code === 'internal_error') return thrown;
  return new DocumentError(error.code, error.message, error.retryAfterSeconds);
}

/** As by default at `POST /jobs/{id}/locate`. */
const locateOptions = { minScore: 0.8, limit: 5, ignoreCase: false };

const quoteOf = ({ exact, page }: QuoteQuery) => ({ exact, ...(page !== undefined && { page }) });

function bareSource(ports: McpSourcePorts, caller: Caller): DocumentSource {
  const { id: accountId } = caller.account;
  const reading = async <Result>(
    id: string,
    { signal }: CallOptions,
    read: (opened: OpenedReading) => Result | Promise<Result>,
  ) => read(await openReading(ports, caller, id, signal));
  return {
    open: async (id, waitSeconds, { signal }) => {
      const timeUp = AbortSignal.timeout(waitSeconds * 1_000);
      const job = await waitForJob(ports, caller, id, AbortSignal.any([signal, timeUp]));
      const warnings = await ports.store.jobs.warnings(accountId, [job.id]);
      return toInfo(job, warnings.get(job.id));
    },
    list: async (number, size) => {
      const { items, total } = await ports.store.jobs.list(
        accountId,
        { number, size },
        { statuses: ['done'] },
      );
      return { items: items.map((job) => toInfo(job)), total };
    },
    outline: (id, { depth, max_tokens: maxTokens }, options) =>
      reading(id, options, async (opened) => toOutlineBody(await readOutline(opened, { depth, maxTokens }))),
    read: (id, { max_tokens: maxTokens, ...range }, options) =>
      reading(id, options, async (opened) => {
        const { content, ...part } = toReadBody(
          await readDocument(opened, { ...range, maxTokens, format: 'markdown' }),
        );
        return { ...part, content: String(content) };
      }),
    search: (id, query, options) =>
      reading(id, options, async (opened) => toSearchBody(await searchDocument(opened, query))),
    locate: (id, quote, options) =>
      reading(id, options, async (opened) =>
        toLocatedBody(await locateQuotes(ports, opened, [quoteOf(quote)], locateOptions), []),
      ),
    tables: {
      list: (id, query, options) =>
        reading(id, options, async (opened) => {
          const { items, total, nextCursor } = await tablesOf(opened, query);
          return { items, total, next_cursor: nextCursor };
        }),
      get: (id, n, range, options) =>
        reading(id, options, async (opened) => {
          const { content, ...table } = toTableBody(await readTable(opened, n, range));
          return { ...table, content: typeof content === 'string' ? content : JSON.stringify(content) };
        }),
    },
  };
}

type Method = (...args: never) => Promise<unknown>;
type Methods = { readonly [name: string]: Method | Methods };

/** The same methods, also those inside, each called through `around`. */
function wrapped(methods: Methods, around: (call: () => Promise<unknown>) => Promise<unknown>): Methods {
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      typeof method === 'function'
        ? (...args: never) => around(() => method(...args))
        : wrapped(method, around),
    ]),
  );
}

/** For one request. Checks the plan before each call, and translates errors. */
export function sourceFor(ports: McpSourcePorts, caller: Caller): DocumentSource {
  const inTurn = oneAtATime();
  const guarded = wrapped(bareSource(ports, caller) as Methods, async (call) => {
    try {
      requireProgrammaticAccess(caller, 'MCP and API keys are');
      return await inTurn(call);
    } catch (error) {
      throw asDocumentError(error, ports.upgradePath);
    }
  });
  return guarded as unknown as DocumentSource;
}
