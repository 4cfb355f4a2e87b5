/** The text of every error: what happened, what to do next, and the exit code. */
import {
  ConnectionTimeoutError,
  errorCodes,
  InputError,
  type Job,
  JobDeletedError,
  JobFailedError,
  WaitTimeoutError,
} from '@octavo/sdk';
import { describe, expect, it } from 'vitest';
import { errorResponse, fakeFetch, jsonResponse } from '../../../sdk/src/testing/fake-fetch.ts';
import { problemJson, problemText } from '../display/print-problem.ts';
import { stylesFor } from '../display/style.ts';
import { exitCode } from '../exit-codes.ts';
import { run } from '../run.ts';
import { fakeEnvironment, signedInEnv } from '../testing/fake-environment.ts';
import { problemOf } from './problem.ts';

type Ended = { readonly code: number; readonly stderr: string; readonly stdout: string };

async function runWith(response: Response | Error, ...argv: readonly string[]): Promise<Ended> {
  const { fetch } = fakeFetch(response);
  const environment = fakeEnvironment({ env: signedInEnv, fetch });
  const code = await run(argv.length > 0 ? argv : ['jobs', 'get', 'ID'], environment);
  return { code, stderr: environment.stderrText(), stdout: environment.stdoutText() };
}

const plain = stylesFor({ env: {} }, fakeEnvironment().stderr);

function shown(error: unknown): string {
  const problem = problemOf(error);
  return `${problemText(problem, plain)}exit ${exitCode(problem.exit)}\n`;
}

/** Errors that the SDK retries; retries would only make the test slow. */
const isRetried = (status: number) => status === 408 || status === 429 || status >= 500;

describe('an error response', () => {
  it.each(Object.entries(errorCodes).filter(([, { status }]) => !isRetried(status)))(
    '%s',
    async (code, { status }) => {
      const ended = await runWith(errorResponse(status, code));
      expect(ended.stdout).toBe('');
      expect(ended.stderr).toMatch(/^error: [^\n]+\nnext: {2}[^\n]+\nrequest: req-1\n$/);
      expect(ended.stderr, 'terms of the SDK').not.toMatch(/\w\.\w+\(/);
      expect(`${ended.stderr}exit ${ended.code}`).toMatchSnapshot();
    },
  );

  it.each(Object.entries(errorCodes).filter(([, { status }]) => isRetried(status)))(
    '%s',
    async (code, { status }) => {
      const ended = await runWith(errorResponse(status, code, { 'retry-after': '3600' }));
      expect(`${ended.stderr}exit ${ended.code}`).toMatchSnapshot();
    },
  );

  it('402 with page counts', async () => {
    const detail = {
      message: 'The PDF has 36 pages, and 20 of this month’s 500 remain.',
      pdf_pages: 36,
      pages_remaining: 20,
      pages_used: 480,
      pages_limit: 500,
      tier: 'free',
    };
    const body = { detail, code: 'page_limit_reached', request_id: 'req-2' };
    const ended = await runWith(jsonResponse(body, 402, { 'x-request-id': 'req-2' }));
    expect(`${ended.stderr}exit ${ended.code}`).toMatchSnapshot();
  });

  it('400 with all invalid fields', async () => {
    const errors = [
      { loc: ['options', 'format', 0], msg: 'is none of the seven' },
      { loc: ['options', 'pages'], msg: 'is outside the document' },
    ];
    const body = {
      detail: 'The request is not valid.',
      code: 'invalid_request',
      request_id: 'req-3',
      errors,
    };
    expect((await runWith(jsonResponse(body, 400))).stderr).toMatchSnapshot();
  });

  it('400 with one invalid field, which the message already contains', async () => {
    const errors = [{ loc: ['options', 'pages'], msg: 'is outside the document' }];
    const detail = 'The options are not valid: pages is outside the document.';
    const body = { detail, code: 'invalid_request', request_id: 'req-3', errors };
    expect((await runWith(jsonResponse(body, 400))).stderr.match(/is outside the document/g)).toHaveLength(1);
  });

  it('400 with a mistyped parser option, and the one that was probably meant', async () => {
    const errors = [{ loc: ['options', 'tabel_method'], msg: 'is not known' }];
    const detail = 'The options are not valid: tabel_method is not known.';
    const body = { detail, code: 'invalid_request', request_id: 'req-3', errors };
    const { stderr } = await runWith(jsonResponse(body, 400));
    expect(stderr).toMatch(/^next: {2}Did you mean table_method\? Parser options: .*sanitize, /m);
  });

  it('of a proxy', async () => {
    const ended = await runWith(new Response('<html>Bad Gateway</html>', { status: 404 }));
    expect(`${ended.stderr}exit ${ended.code}`).toMatchSnapshot();
  });
});

describe('a job error', () => {
  const job = { id: 'JOB', status: 'failed', error_message: 'The file is damaged.' } as Job;

  it.each([
    new JobFailedError(job),
    new JobDeletedError('JOB'),
    new WaitTimeoutError('JOB', 90_000, { ...job, status: 'processing' }),
  ])('%s', (error) => {
    expect(shown(error)).toMatchSnapshot();
  });
});

describe('no response', () => {
  it('connection refused', async () => {
    const failure = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    const ended = await runWith(failure, 'keys', 'create', 'ci');
    expect(`${ended.stderr}exit ${ended.code}`).toMatchSnapshot();
  });

  it('redirect', async () => {
    const moved = new Response(null, { status: 308, headers: { location: 'https://octavo.test/jobs/ID' } });
    const ended = await runWith(moved);
    expect(`${ended.stderr}exit ${ended.code}`).toMatchSnapshot();
  });

  it('timeout', () => {
    expect(
      shown(new ConnectionTimeoutError('octavo.test did not respond in time.', 'Try again.')),
    ).toMatchSnapshot();
  });
});

describe('a usage error', () => {
  it.each([
    ['no server URL', ['account'], {}],
    ['no API key', ['account'], { OCTAVO_BASE_URL: 'http://octavo.test' }],
    ['an invalid server URL', ['account'], { ...signedInEnv, OCTAVO_BASE_URL: 'octavo' }],
    ['an unknown command', ['convrt'], signedInEnv],
    ['an unknown option', ['convert', '--fromat', 'text'], signedInEnv],
    ['a missing argument', ['jobs', 'get'], signedInEnv],
    ['too many arguments', ['jobs', 'get', 'A', 'B'], signedInEnv],
    ['an unknown format', ['convert', '-f', 'docx', 'a.pdf'], signedInEnv],
    ['an invalid duration', ['jobs', 'wait', 'A', '--timeout', 'soon'], signedInEnv],
    ['an invalid number', ['convert', '--concurrency', '0', 'a.pdf'], signedInEnv],
    ['a parser option without value', ['convert', '-O', 'sanitize', 'a.pdf'], signedInEnv],
    ['a parser option with its own flag', ['convert', '-O', 'password=x', 'a.pdf'], signedInEnv],
    ['no input', ['convert'], signedInEnv],
    ['a missing file', ['convert', 'missing.pdf'], signedInEnv],
    ['a pattern without a match', ['convert', 'missing/*.pdf'], signedInEnv],
    ['a URL', ['convert', 'https://example.com/a.pdf'], signedInEnv],
    ['stdin with a file', ['convert', '-', 'a.pdf'], signedInEnv],
    ['stdin for file and password', ['convert', '-', '--password-stdin'], signedInEnv],
    ['stdin with --resume', ['convert', '-', '--resume'], signedInEnv],
    ['a prompt without a terminal', ['convert', '-', '--password'], signedInEnv],
    ['a confirmation without a terminal', ['jobs', 'delete', 'A'], signedInEnv],
    ['login without a terminal', ['login'], signedInEnv],
    ['login with an incomplete key', ['login', '--api-key', 'oct_123'], signedInEnv],
    ['an unknown setting', ['config', 'get', 'colour'], signedInEnv],
    ['a key as a setting', ['config', 'set', 'api_key', 'oct_123'], signedInEnv],
    ['an unknown shell', ['completion', 'tcsh'], signedInEnv],
  ])('%s', async (_, argv, env) => {
    const environment = fakeEnvironment({ env });
    const code = await run(argv, environment);
    expect(environment.stdoutText()).toBe('');
    expect(environment.stderrText()).toMatch(/^error: [^\n]+\nnext: {2}[^\n]+\n$/);
    expect(`${environment.stderrText()}exit ${code}`).toMatchSnapshot();
  });

  it.each([
    [
      'an input error of the SDK',
      new InputError('a.pdf became shorter during the upload.', 'Send it again.'),
    ],
    ['a full disk', Object.assign(new Error(), { code: 'ENOSPC', syscall: 'write', path: 'out/a.md' })],
    [
      'a missing part of the program',
      Object.assign(new Error("Cannot find module '@octavo/sdk'"), { code: 'ERR_MODULE_NOT_FOUND' }),
    ],
    ['a bug', new TypeError('x is not a function')],
  ])('%s', (_, error) => {
    expect(shown(error)).toMatchSnapshot();
  });
});

it('with --json, an error is one JSON object on stderr', async () => {
  const ended = await runWith(errorResponse(404, 'job_not_found'), 'jobs', 'get', 'ID', '--json');
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(ended.stderr)).toEqual({
    error: {
      code: 'job_not_found',
      message: 'Rejected with job_not_found.',
      next: 'Check the id. octavo jobs list lists your jobs.',
      exit_code: 1,
      request_id: 'req-1',
    },
  });
  const wait = problemJson(problemOf(new WaitTimeoutError('JOB', 1000, null)));
  expect(wait).toMatchObject({ job_id: 'JOB', exit_code: 6 });
});

it('replaces control characters', () => {
  const error = new InputError('\u001b[2Jevil\r.pdf does not exist.', 'Rename it.');
  expect(shown(error)).toContain('\ufffd[2Jevil\ufffd.pdf');
});
