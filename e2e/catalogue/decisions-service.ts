/** The decisions from the plans to their end: sentence by sentence, row by row. */
import type { Section } from './sentence.ts';

export const decisionsService: readonly Section[] = [
  {
    title: 'Plans',
    sentences: {
      'O-062': 'Pages per month: free 1,000.',
      'O-063': 'Pages per month: pro 20,000.',
      'O-064': 'Pages per month: business 200,000.',
      'O-065': 'Upload: 25 MB, 150 MB, unlimited.',
      'O-066': 'Active jobs: 2, 5, 20.',
      'O-067': 'Active API keys: 0, 3, 10.',
      'O-068': 'Programmatic access: no, yes, yes.',
      'O-069': { text: 'Plans are overridable by a file.', shownBy: 'server/src/domain/plan.test.ts' },
    },
  },
  {
    title: 'Metering',
    sentences: {
      'O-070': 'Pages are reserved when the job is accepted.',
      'O-071': 'Only the pages chosen by the option pages count.',
      'O-072': 'Pages are charged once when the job is done.',
      'O-073': 'Pages are released when the job fails.',
      'O-074': 'Pages are released when the job is deleted before it is done.',
      'O-075': 'Deleting a done job gives nothing back.',
      'O-076': 'pages_remaining is pages_limit minus pages_used.',
      'O-077': {
        text: 'A job is charged to the month in which it was accepted.',
        shownBy: 'server/test/contracts/store-admission.ts',
      },
      'O-078': {
        text: 'The engine’s own count settles the charge.',
        shownBy: 'server/test/contracts/store-work.ts',
      },
      'O-079': {
        text: 'Every movement is a row of an append-only ledger; the counters are derivable from it.',
        shownBy: 'server/test/integration/postgres-store.test.ts',
      },
    },
  },
  {
    title: 'Job life',
    sentences: {
      'O-080': 'A job moves from pending over processing to done or failed.',
      'O-081': {
        text: 'A lost lease or a shutdown puts a job back to pending, at most 3 attempts.',
        shownBy: 'server/test/contracts/store-work.ts',
      },
      'O-082': 'done is seen only after every output is stored.',
      'O-083': 'done and failed are final.',
      'O-084': 'All requested formats or failed: nothing in between.',
      'O-085': 'A format that cannot be made for this file is refused at submit: 400 format_unsupported.',
      'O-086': {
        text: 'A format that fails later fails the job, which says what failed and what would have worked.',
        shownBy: 'server/test/engine/convert.test.ts',
      },
      'O-087': 'A deterministic engine error fails at once.',
      'O-088': {
        text: 'A crash, a timeout-kill or a lost worker is retried.',
        shownBy: 'server/test/contracts/store-work.ts',
      },
      'O-089': 'DELETE works in every state.',
      'O-090': 'DELETE stops a running conversion and frees its slot.',
      'O-091': 'Nothing of a deleted job comes back.',
      'O-092': 'page_count is null until done.',
      'O-093': 'error_message is one sentence without stack traces or paths.',
      'O-094': {
        text: 'Time limit per attempt: 120 s and 2 s per page, at most 30 min.',
        shownBy: 'server/src/domain/deadline.ts',
      },
    },
  },
  {
    title: 'Parser options',
    sentences: {
      'O-095': 'Unknown keys are refused, each by name.',
      'O-096': 'All options are echoed with their defaults, except password.',
      'O-097': 'format: duplicates removed, order kept, default markdown and json.',
      'O-098': 'reading_order: xycut or off.',
      'O-099': 'table_method: default or cluster.',
      'O-100': 'pages: ranges, 1-based; 400 outside the document; null is all.',
      'O-101': 'password: a string of at most 256 characters.',
      'O-102': 'The six switches are booleans, false by default.',
      'O-103': 'replace_invalid_chars: one character, a space by default.',
      'O-104': 'The three page separators: strings of at most 256 characters, with %page-number%.',
      'O-105': 'image_output: external when images are requested, else off.',
      'O-106': 'image_format: png or jpeg.',
      'O-107': 'content_safety_off: a subset of the four filters.',
      'O-108': 'Paths, directories, threads, back-end addresses and time-outs are never exposed.',
    },
  },
  {
    title: 'Downloads',
    sentences: {
      'O-109': 'markdown: text/markdown; charset=utf-8, <stem>.md.',
      'O-110': 'json: application/json, <stem>.json.',
      'O-111': 'html: text/html; charset=utf-8, <stem>.html.',
      'O-112': 'text: text/plain; charset=utf-8, <stem>.txt.',
      'O-113': 'tagged-pdf: application/pdf, <stem>-tagged.pdf.',
      'O-114': 'annotated-pdf: application/pdf, <stem>-annotated.pdf.',
      'O-115': 'images: application/zip, <stem>-images.zip.',
      'O-116': 'html is always an attachment with Content-Security-Policy: sandbox.',
      'O-117': 'images is a valid empty zip where there are none.',
      'O-118': 'The stem is the uploaded name made safe, with filename*.',
      'O-119': 'ETag is the sha-256.',
      'O-120': 'Range works.',
      'O-121': 'HEAD works.',
      'O-122': 'Cache-Control is private, no-store.',
      'O-123': 'X-Content-Type-Options is nosniff.',
      'O-124': 'Signed URLs live 60 minutes.',
      'O-125': 'Signed URLs are created on every read.',
      'O-126': {
        text: 'Signed URLs are never stored.',
        shownBy: 'server/migrations/0002-jobs.sql',
      },
      'O-127': 'Signed URLs point at the public storage endpoint.',
    },
  },
  {
    title: 'API keys',
    sentences: {
      'O-128': 'A key is oct_, 32 random hex characters and the CRC-32 of what stands before.',
      'O-129': 'key_prefix is oct_ and the first 8.',
      'O-130': {
        text: 'A mistyped key is refused without a database look-up.',
        shownBy: 'server/src/domain/api-key.test.ts',
      },
      'O-131': { text: 'Only the SHA-256 of a key is stored.', shownBy: 'server/src/domain/api-key.test.ts' },
      'O-132': 'last_used_at is written at most once a minute.',
    },
  },
  {
    title: 'Accounts',
    sentences: {
      'O-133': 'A token of another issuer is refused.',
      'O-134': 'A token for another audience is refused.',
      'O-135': 'An expired token is refused.',
      'O-136': 'A token that is not valid yet is refused.',
      'O-137': 'Only asymmetric algorithms are accepted.',
      'O-138': 'The first valid token of an unknown subject creates a free account with its e-mail.',
      'O-144': 'A token without an e-mail address is refused with 401.',
      'O-145': 'A token whose e-mail address is not verified is 403 email_not_verified.',
      'O-139': '/auth/me of the base URL answers the Account of the specification.',
    },
  },
  {
    title: 'Health',
    sentences: {
      'O-140': 'GET /health is ok while the API reaches its database.',
      'O-141': {
        text: 'GET /health is 503 with detail otherwise.',
        shownBy: 'server/test/integration/api-process.test.ts',
      },
      'O-142': 'GET /livez, /readyz and /metrics are there for operators.',
    },
  },
  {
    title: 'Another text format of a done job',
    sentences: {
      'O-170':
        'POST /jobs/{id}/outputs adds markdown, json, html or text to a done job, the same as a job that was submitted with the format has.',
      'O-171': 'An added format is in download_urls and can be downloaded like the others.',
      'O-172': 'Nothing is charged for it.',
      'O-173': 'Formats that the job has are not written again, also by concurrent requests.',
      'O-174': 'PDF formats and images: 400 format_unsupported, which names source_job_id.',
      'O-175':
        'A job that is not done: 409; one that is deleted or of another account: 404. Deleting the job deletes what was added.',
    },
  },
  {
    title: 'Requests and responses',
    sentences: {
      'O-146':
        'pdf_pages of 402 counts the whole PDF, also when pages chose fewer; message says how many were asked for.',
      'O-147': 'OPTIONS on an existing path: 204 with Allow, and CORS headers where configured.',
      'O-148': 'Any other method of an existing path: 405 with Allow.',
      'O-149': 'POST /jobs with a body that is neither multipart/form-data nor JSON: 400.',
      'O-150': 'options may be sent as a file.',
      'O-151': 'Empty options mean the defaults.',
      'O-152': 'A form without file and with an unknown part names both faults.',
      'O-153': 'A compressed body is refused like a body of another type: a form with 400, JSON with 415.',
      'O-154': 'JSON in another encoding than UTF-8: 415.',
      'O-155': '201 has a Location.',
      'O-156': 'JSON of an account is not cached: private, no-store.',
      'O-157': 'JSON is compressed for clients that ask for it; files of jobs are not.',
      'O-158': 'The name of an API key is trimmed and must have a visible character.',
      'O-159': 'POST /api-keys of a free account is 403 before its body is read.',
    },
  },
  {
    title: 'Text outputs',
    sentences: {
      'O-160': 'json has the schema octavo-document/1, which is published as JSON Schema.',
      'O-161': 'The root of json is a document, and every node has type, page, box and kids.',
      'O-162': 'Walking kids meets all text of the json output.',
      'O-163': 'Boxes are in points from the lower left corner of the page as displayed.',
      'O-164': 'Text of a page stays text in markdown: its special characters are escaped.',
      'O-165':
        'Links are at their words in json, markdown and html; other schemes than http, https, mailto and tel are text.',
      'O-166': 'Values of form fields are in every text output.',
      'O-167': 'Right-to-left text is in logical order and says its direction.',
      'O-168': 'html has the language and the title of the document, and a valid structure.',
      'O-169': 'text has the text of json, in the same order.',
      'O-176': 'A table has the same grid in json, markdown and html.',
      'O-177': 'What no output carries over is a warning with its pages.',
    },
  },
];
