/** Errors as answers of a tool, so that the model reads what happened and which call to make next. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { DocumentError } from './document-source.ts';
import { type CallArguments, nextCall } from './next-call.ts';
import { oneLine, withoutMarkers } from './untrusted-text.ts';

const messageCharsMax = 600;

const openFirst = (args: CallArguments) =>
  nextCall('open_document', { document: args['document'] }, 'to see its pages and sections').text;
const seeList = () => nextCall('list_documents', {}, 'to see which documents there are').text;
const tellUser = (what: string) => () => `tell the user: ${what}`;

const nextByCode: Readonly<Record<string, (args: CallArguments) => string>> = {
  invalid_arguments: () => 'the same call with arguments that fit.',
  job_not_found: seeList,
  job_not_done: (args) =>
    nextCall('open_document', { document: args['document'] }, 'waits until it is converted').text,
  job_failed: seeList,
  table_not_found: (args) =>
    nextCall('get_table', { document: args['document'] }, 'to see the tables of the document').text,
  reading_not_stored: tellUser(
    'this document was converted by an earlier version; convert the file again to read it here.',
  ),
  path_not_allowed: tellUser(
    'only files below the directories of the server can be opened; its option --directory allows others.',
  ),
  plan_required: tellUser('MCP needs a plan with programmatic access (Pro or Business).'),
  unauthorized: tellUser('the API key or the session is not valid any more.'),
  email_not_verified: tellUser('verify the e-mail address at the identity provider, then sign in again.'),
  page_limit_reached: tellUser('the page allowance of the month is used up.'),
  internal_error: () => 'repeat the call once; if it fails again, tell the user.',
};

function nextOf(error: DocumentError, tool: string, args: CallArguments): string {
  if (error.retryAfterSeconds !== undefined && nextByCode[error.code] === undefined) {
    return `the same call again in ${error.retryAfterSeconds} seconds.`;
  }
  const next = nextByCode[error.code];
  if (next) return next(args);
  return args['document'] === undefined || tool === 'open_document' ? seeList() : openFirst(args);
}

/** `report` gets errors that are not refusals of the service. */
export function errorAnswer(
  thrown: unknown,
  tool: string,
  args: CallArguments,
  report: (error: unknown) => void,
): CallToolResult {
  if (!(thrown instanceof DocumentError)) report(thrown);
  const error =
    thrown instanceof DocumentError
      ? thrown
      : new DocumentError('internal_error', 'Something went wrong. It has been logged.');
  const message = withoutMarkers(oneLine(error.message, messageCharsMax));
  const text = `Error ${error.code}: ${message}\nNext: ${nextOf(error, tool, args)}`;
  return { isError: true, content: [{ type: 'text', text }] };
}
