/** Names for the request and response bodies of the API, taken from the generated types. */
import type { components, paths } from './generated/api.ts';

type Schemas = components['schemas'];

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;

/** The body of the successful response of a route. */
type Body<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  responses: infer Responses;
}
  ? JsonOf<Responses[keyof Responses]>
  : never;

/** The query parameters of a route, all optional: each has a default. */
type Query<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Known } } }
  ? { [Name in keyof Known]?: Known[Name] | undefined }
  : never;

/** The same with parameters that have no default. */
type RequiredQuery<Path extends keyof paths, Name extends string> = paths[Path] extends {
  get: { parameters: { query: infer Known } };
}
  ? { [Other in Exclude<keyof Known, Name>]?: Known[Other] | undefined } & {
      [Key in Name & keyof Known]: Known[Key];
    }
  : never;

export type Format = Schemas['ParserOptions']['format'][number];
/** The formats that `jobs.writeOutputs` can add to a job. */
export type TextFormat = Schemas['AddOutputs']['format'][number];
export type ParserOptions = Schemas['ParserOptions'];
export type ParserOptionsInput = Schemas['ParserOptionsInput'];

export type Job = Schemas['Job'];
export type JobStatus = Job['status'];
export type JobInclude = NonNullable<Query<'/jobs'>['include']>[number];
export type JobWarning = NonNullable<Job['warnings']>[number];
export type JobProgress = NonNullable<Job['progress']>;
export type JobListQuery = Query<'/jobs'>;
export type JobExpiry = Body<'/jobs/{id}', 'patch'>;
export type JobImage = Body<'/jobs/{id}/images', 'get'>['items'][number];
export type JobDropped = Body<'/jobs/{id}/dropped', 'get'>;
export type JobAccessibility = Body<'/jobs/{id}/accessibility', 'get'>;
export type AccessibilityCheck = NonNullable<JobAccessibility['after']>;
export type AccessibilityPlace = JobAccessibility['to_do'][number]['places'][number];
export type JobLedger = Body<'/jobs/{id}/ledger', 'get'>;
export type Upload = Schemas['Upload'];
export type UploadInput = Schemas['CreateUpload'];
export type Preflight = Body<'/preflight', 'post'>;

export type DocumentOutline = Schemas['Outline'];
export type OutlineItem = DocumentOutline['items'][number];
export type OutlineQuery = Query<'/jobs/{id}/outline'>;
export type DocumentPages = Schemas['PageList'];
export type DocumentPage = DocumentPages['items'][number];
export type PagesQuery = Query<'/jobs/{id}/pages'>;
export type ReadPart = Schemas['ReadPart'];
export type ReadQuery = Query<'/jobs/{id}/read'>;
export type SearchResult = Schemas['SearchResult'];
export type SearchHit = SearchResult['items'][number];
export type SearchQuery = RequiredQuery<'/jobs/{id}/search', 'q'>;
export type ContentQuery = Query<'/jobs/{id}/tables'>;
export type DocumentTables = Schemas['TableList'];
export type DocumentTable = DocumentTables['items'][number];
export type TableContent = Schemas['Table'];
export type TableQuery = Query<'/jobs/{id}/tables/{n}'>;
export type DocumentFigures = Schemas['FigureList'];
export type DocumentFigure = DocumentFigures['items'][number];
export type DocumentFields = Schemas['FieldList'];
export type DocumentField = DocumentFields['items'][number];
export type DocumentLinks = Schemas['LinkList'];
export type DocumentLink = DocumentLinks['items'][number];

export type LocateInput = Partial<Schemas['LocateQuotes']>;
export type QuoteInput = NonNullable<LocateInput['quotes']>[number];
export type LocatedQuotes = Schemas['LocatedQuotes'];
export type LocatedQuote = LocatedQuotes['items'][number];
export type QuoteMatch = Schemas['QuoteMatch'];
export type Verdict = LocatedQuote['verdict'];
export type DocumentChunk = Schemas['Chunk'];
export type DocumentChunks = Schemas['ChunkList'];
export type ChunksQuery = Query<'/jobs/{id}/chunks'>;

export type Diff = Schemas['Diff'];
export type DiffItem = Diff['items'][number];
export type WordEdit = DiffItem['words'][number];
export type DiffInput = Omit<Schemas['DiffInput'], 'scope' | 'format'> &
  Partial<Pick<Schemas['DiffInput'], 'scope'>>;
export type Receipt = Schemas['Receipt'];
export type Erasure = Schemas['Erasure'];
export type Share = Schemas['Share'];
export type CreatedShare = Schemas['NewShare'];
export type ShareInput = Schemas['CreateShare'];
export type SharedContent = Schemas['SharedResult'];
export type ReceiptKeys = Schemas['ReceiptKeys'];
export type ReceiptVerification = Schemas['ReceiptVerification'];

export type Account = Body<'/auth/me', 'get'>;
export type AccountSettings = Body<'/account/settings', 'get'>;
export type ClosedAccount = Body<'/account/deletion', 'post'>;
export type Tier = Account['tier'];
export type Plans = Body<'/plans', 'get'>;
export type Plan = Plans['plans'][number];
export type Usage = Body<'/usage', 'get'>;
export type UsageQuery = Query<'/usage'>;

export type ApiKey = Schemas['ApiKey'];
export type CreatedApiKey = Body<'/api-keys', 'post'>;

export type Webhook = Schemas['Webhook'];
export type CreatedWebhook = Body<'/webhooks', 'post'>;
export type RotatedWebhook = Body<'/webhooks/{id}/rotate-secret', 'post'>;
export type WebhookEventType = Webhook['events'][number];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WebhookDeliveryDetail = Body<'/webhooks/{id}/deliveries/{delivery_id}', 'get'>;
export type WebhookDeliveryQuery = Query<'/webhooks/{id}/deliveries'>;

export type Health = Body<'/health', 'get'>;
export type Readiness = Body<'/readyz', 'get'>;

export type ErrorBody = Schemas['Error'] | Schemas['PageLimitError'];
export type Fault = NonNullable<ErrorBody['errors']>[number];

type JobStateData = {
  readonly job_id: string;
  readonly status: JobStatus;
  readonly page_count: number | null;
  readonly error_message: string | null;
};

type EventOf<Type extends string, Data> = {
  /** Sequence number within the account; null for events that are not stored, such as progress. */
  readonly id: number | null;
  readonly type: Type;
  readonly timestamp: string;
  readonly data: Data;
};

export type JobStateEvent = EventOf<
  'job.created' | 'job.pending' | 'job.processing' | 'job.done' | 'job.failed' | 'job.deleted',
  JobStateData
>;
export type JobProgressEvent = EventOf<
  'job.progress',
  Pick<JobProgress, 'stage' | 'pages_done' | 'pages_total'> & { readonly job_id: string }
>;
export type StreamResetEvent = EventOf<'stream.reset', Readonly<Record<string, never>>>;

export type JobEvent = JobStateEvent | JobProgressEvent;
export type AccountEvent = JobEvent | StreamResetEvent;
