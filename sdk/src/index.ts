/** The public API of `@octavo/sdk`. */
export { Octavo } from './client.ts';
export type { Conversion, DefaultFormats } from './convert/conversion.ts';
export type { BatchItem, ConvertAllOptions } from './convert/convert-all.ts';
export type { ConvertOptions, ConvertSettings } from './convert/convert-file.ts';
export type { ConvertInput, SourceUrl } from './convert/convert-input.ts';
export { boxToPercent, type PageSize, type PercentBox } from './document/box-to-percent.ts';
export { type FoundHeading, headings } from './document/headings.ts';
export { type FoundLink, links } from './document/links.ts';
export type * from './document/node.ts';
export { nodeAt } from './document/node-at.ts';
export { parseDocument } from './document/parse-document.ts';
export { nodesOnPage, type Place, pageOf, placesOf } from './document/places-of.ts';
export { type ExtractedTable, rowsOf, type TableOptions, tables, toCsv } from './document/tables.ts';
export { textOf } from './document/text-of.ts';
export { type Tree, type Visit, walk, walkOf } from './document/walk.ts';
export type { Download, DownloadOptions, FileInfo } from './download/download.ts';
export type { SavedFiles, SaveOptions } from './download/save-results.ts';
export * from './errors/api-error.ts';
export * from './errors/job-errors.ts';
export * from './errors/octavo-error.ts';
export { type FormatFile, formatFiles, formatsOf, imageDirectorySuffix, textFormats } from './formats.ts';
export { type ErrorCode, errorCodes } from './generated/error-codes.ts';
export { type ErasureStatement, type VerifiedErasure, verifyErasure } from './receipts/verify-erasure.ts';
export {
  type ReceiptDigests,
  type ReceiptStatement,
  type VerifiedReceipt,
  verifyReceipt,
} from './receipts/verify-receipt.ts';
export type { RequestOptions, UploadOptions } from './request/attempt.ts';
export type { Fetch, LogFields, Logger, OctavoOptions } from './request/client-options.ts';
export type { CredentialSource } from './request/credentials.ts';
export type { UploadProgress } from './request/multipart.ts';
export type { FileInput, NamedFile } from './request/open-file-source.ts';
export type { CursorBody, CursorList } from './resources/cursor-list.ts';
export type { EventsOptions } from './resources/events.ts';
export type { RetrieveOptions } from './resources/jobs.ts';
export type { Page, PagePromise } from './resources/page.ts';
export { type OpenShareOptions, openShare, type SharedResult } from './resources/shared-result.ts';
export type { CreateOptions, JobSubmission, SlotWait } from './resources/submit-job.ts';
export type { WaitOptions } from './resources/wait-for-job.ts';
export type { WatchOptions } from './resources/watch-job.ts';
export type { WebhookChange, WebhookInput } from './resources/webhooks.ts';
export {
  type UnwrapOptions,
  unwrapWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhooks/unwrap.ts';
export type {
  AccessibilityCheck,
  AccessibilityPlace,
  Account,
  AccountEvent,
  AccountSettings,
  ApiKey,
  ChunksQuery,
  ClosedAccount,
  ContentQuery,
  CreatedApiKey,
  CreatedShare,
  CreatedWebhook,
  Diff,
  DiffInput,
  DiffItem,
  DocumentChunk,
  DocumentChunks,
  DocumentField,
  DocumentFields,
  DocumentFigure,
  DocumentFigures,
  DocumentLink,
  DocumentLinks,
  DocumentOutline,
  DocumentPage,
  DocumentPages,
  DocumentTable,
  DocumentTables,
  Erasure,
  Fault,
  Format,
  Health,
  Job,
  JobAccessibility,
  JobDropped,
  JobEvent,
  JobExpiry,
  JobImage,
  JobInclude,
  JobLedger,
  JobListQuery,
  JobProgress,
  JobProgressEvent,
  JobStateEvent,
  JobStatus,
  JobWarning,
  LocatedQuote,
  LocatedQuotes,
  LocateInput,
  OutlineItem,
  OutlineQuery,
  PagesQuery,
  ParserOptions,
  ParserOptionsInput,
  Plan,
  Plans,
  Preflight,
  QuoteInput,
  QuoteMatch,
  Readiness,
  ReadPart,
  ReadQuery,
  Receipt,
  ReceiptKeys,
  ReceiptVerification,
  RotatedWebhook,
  SearchHit,
  SearchQuery,
  SearchResult,
  Share,
  SharedContent,
  ShareInput,
  StreamResetEvent,
  TableContent,
  TableQuery,
  TextFormat,
  Tier,
  Upload,
  UploadInput,
  Usage,
  UsageQuery,
  Verdict,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryQuery,
  WebhookEventType,
  WordEdit,
} from './wire.ts';
