/** The specification, sentence by sentence, in our own words. */
import type { Section } from './sentence.ts';

export const specification: readonly Section[] = [
  {
    title: 'Conventions',
    sentences: {
      'S-001': {
        text: 'All calls use HTTPS.',
        shownBy:
          'not in this repository: TLS ends in front of the API; the suite speaks the scheme of its base URL',
      },
      'S-002': 'Structured bodies are JSON.',
      'S-003': 'File uploads are multipart/form-data.',
    },
  },
  {
    title: 'What the service does',
    sentences: {
      'S-004': 'A client submits a PDF, with optional parser options, as a job.',
      'S-005': 'The submit call returns at once, before the conversion, with status pending.',
      'S-006': 'The client polls the job until it is done or failed.',
      'S-007': 'A done job gives each format through its signed URL and through the download endpoint.',
      'S-008': 'Jobs and their files can be deleted at any time.',
      'S-009': 'Use is metered by pages per month.',
      'S-010': 'Use is limited by plan tier.',
      'S-011': 'Requests are authenticated by API key or by session token.',
      'S-012': 'Programmatic access is available on Pro and Business.',
    },
  },
  {
    title: 'Job',
    sentences: {
      'S-013': 'id is a UUID.',
      'S-014': 'user_id is the identifier of the owner.',
      'S-015': 'status is one of pending, processing, done, failed.',
      'S-016': 'options come back with defaults filled in.',
      'S-017': 'options include at least format, reading_order and table_method.',
      'S-018': 'page_count is null on a new job.',
      'S-019': 'page_count is the number of pages when the job is done.',
      'S-020': 'error_message is null unless the job failed.',
      'S-021': 'error_message holds the failure details of a failed job.',
      'S-022': 'created_at is an ISO 8601 UTC timestamp of the creation.',
      'S-023': 'updated_at is an ISO 8601 UTC timestamp of the last update.',
      'S-024': 'download_urls is an empty object while the job is pending.',
      'S-025': 'download_urls maps each format of a done job to a signed URL.',
    },
  },
  {
    title: 'Parser options',
    sentences: {
      'S-026': 'options are a JSON-encoded string in the submit call.',
      'S-027': 'format takes the seven names.',
      'S-028': 'reading_order takes xycut.',
      'S-029': 'table_method is default when not set.',
      'S-030': 'output_keys appears in no response.',
      'S-031': 'The JSON output is a tree of nodes with a type and a kids array.',
    },
  },
  {
    title: 'Account',
    sentences: {
      'S-032': 'id is the internal identifier of the user.',
      'S-033': 'email is the address of the account.',
      'S-034': 'tier is free, pro or business.',
      'S-035': 'pages_used counts the pages of the current month.',
      'S-036': 'pages_limit is the monthly allowance.',
      'S-037': 'created_at is an ISO 8601 UTC timestamp of the creation of the account.',
      'S-038': 'There is no field for a billing status.',
    },
  },
  {
    title: 'API key',
    sentences: {
      'S-039': 'id is what the revoke path takes.',
      'S-040': 'name is the label that was given.',
      'S-041': 'key_prefix is the fixed prefix and the first 8 hex characters of the key.',
      'S-042': 'raw_key is present only in the creation response.',
      'S-043': {
        text: 'The full key is never stored by the service.',
        shownBy: 'server/src/domain/api-key.test.ts',
      },
      'S-044': 'The full key is never retrievable later.',
      'S-045': 'is_active is true while the key is usable.',
      'S-046': 'created_at is an ISO 8601 UTC timestamp of the creation of the key.',
      'S-047': 'last_used_at is null for a key never used.',
      'S-048': 'A key is the fixed prefix followed by 40 hexadecimal characters.',
    },
  },
  {
    title: 'States',
    sentences: {
      'S-049': 'pending: queued, waiting for a worker.',
      'S-050': 'processing: a worker is converting the PDF.',
      'S-051': 'done: the conversion is complete and download_urls is populated.',
      'S-052': 'failed: error_message has the details.',
      'S-053':
        'An accepted submit gives 201, pending, null page_count and error_message, empty download_urls.',
      'S-054': 'DELETE removes a job of the caller in any state.',
      'S-055': 'DELETE removes all files of the job immediately.',
      'S-056': 'A created key is active and its raw_key is returned once.',
      'S-057': 'A revoked key gets 401 immediately.',
    },
  },
];
