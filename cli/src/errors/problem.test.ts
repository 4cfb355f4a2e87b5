/** Every error, word for word: what happened, what to do next, and the exit code. */
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
import { stylesFor } from '../display/style.ts';
import { exitCode } from '../exit-codes.ts';
import { run } from '../run.ts';
import { fakeEnvironment, signedInEnv } from '../testing/fake-environment.ts';
import { problemJson, problemText } from './print-problem.ts';
import { problemOf } from './problem.ts';

type Ended = { readonly code: number; readonly stderr: string; readonly stdout: string };

async function answered(answer: Response | Error, ...argv: readonly string[]): Promise<Ended> {
  const { fetch } = fakeFetch(answer);
  const environment = fakeEnvironment({ env: signedInEnv, fetch });
  const code = await run(argv.length > 0 ? argv : ['jobs', 'get', 'ID'], environment);
  return { code, stderr: environment.stderrText(), stdout: environment.stdoutText() };
}

const plain = stylesFor({ env: {} }, fakeEnvironment().stderr);

function shown(error: unknown): string {
  const problem = problemOf(error);
  return `${problemText(problem, plain)}exit ${exitCode(problem.exit)}\n`;
}

/** Refusals that are repeated by the SDK would only make the test slow. */
const isRepeated = (status: number) => status === 408 || status === 429 || status >= 500;

describe('a refusal of the service', () => {
  it.each(Object.entries(errorCodes).filter(([, { status }]) => !isRepeated(status)))(
    '%s',
    async (code, { status }) => {
      const ended = await answered(errorResponse(status, code));
      expect(ended.stdout).toBe('');
      expect(ended.stderr).toMatch(/^error: [^\n]+\nnext: {2}[^\n]+\nrequest: req-1\n$/);
      expect(ended.stderr, 'words of the SDK').not.toMatch(/\w\.\w+\(/);
      expect(`${ended.stderr}exit ${ended.code}`).toMatchSnapshot();
    },
  );

  it.each(Object.entries(errorCodes).filter(([, { status }]) => isRepeated(status)))(
    '%s',
    async (code, { status }) => {
      const ended = await answered(errorResponse(status, code, { 'retry-after': '3600' }));
      expect(`${ended.stderr}exit ${ended.code}`).toMatchSnapshot();
    },
  );

  it('402 with its figures', async () => {
    const detail = {
      message: 'The PDF has 36 pages to convert, and 20 of this month’s 500 remain.',
      pdf_pages: 36,
      pages_remaining: 20,
      pages_used: 480,
      pages_limit: 500,
      tier: 'free',
    };
    const body = { detail, code: 'page_limit_reached', request_id: 'req-2' };
    const ended = await answered(jsonResponse(body, 402, { 'x-request-id': 'req-2' }));
    expect(`${ended.stderr}exit ${ended.code}`).toMatchSnapshot();
  });

  it('400 with every fault and its place', async () => {
    const errors = [
      { loc: ['options', 'format', 0], msg: 'is none of the seven' },
      { loc: ['options', 'pages'], msg: 'is outside the document' },
    ];
    const body = { detail: 'Two faults.', code: 'invalid_request', request_id: 'req-3', errors };
    expect((await answered(jsonResponse(body, 400))).stderr).toMatchSnapshot();
  });

  it('of something in between', async () => {
    const ended = await answered(new Response('<html>Bad Gateway</html>', { status: 404 }));
    expect(`${ended.stderr}exit ${ended.code}`).toMatchSnapshot();
  });
});

describe('what can go wrong with a job', () => {
  const job = { id: 'JOB', status: 'failed', error_message: 'The file is damaged.' } as Job;

  it.each([
    new JobFailedError(job),
    new JobDeletedError('JOB'),
    new WaitTimeoutError('JOB', 90_000, { ...job, status: 'processing' }),
  ])('%s', (error) => {
    expect(shown(error)).toMatchSnapshot();
  });
});

describe('no answer', () => {
  it('after the connection was refused', async () => {
    const failure = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    const ended = await answered(failure, 'keys', 'create', 'ci');
    expect(`${ended.stderr}exit ${ended.code}`).toMatchSnapshot();
  });

  it('but a redirect', async () => {
    const moved = new Response(null, { status: 308, headers: { location: 'https://octavo.test/jobs/ID' } });
    const ended = await answered(moved);
    expect(`${ended.stderr}exit ${ended.code}`).toMatchSnapshot();
  });

  it('in time', () => {
    expect(
      shown(new ConnectionTimeoutError('octavo.test did not answer in time.', 'Try again.')),
    ).toMatchSnapshot();
  });
});

describe('what is wrong here', () => {
  it.each([
    ['no address', ['account'], {}],
    ['no key', ['account'], { OCTAVO_BASE_URL: 'http://octavo.test' }],
    ['an address that is none', ['account'], { ...signedInEnv, OCTAVO_BASE_URL: 'octavo' }],
    ['an unknown command', ['convrt'], signedInEnv],
    ['an unknown option', ['convert', '--fromat', 'text'], signedInEnv],
    ['a missing argument', ['jobs', 'get'], signedInEnv],
    ['too many arguments', ['jobs', 'get', 'A', 'B'], signedInEnv],
    ['a format there is not', ['convert', '-f', 'docx', 'a.pdf'], signedInEnv],
    ['a time that is none', ['jobs', 'wait', 'A', '--timeout', 'soon'], signedInEnv],
    ['a number that is none', ['convert', '--concurrency', '0', 'a.pdf'], signedInEnv],
    ['a parser option without value', ['convert', '-O', 'sanitize', 'a.pdf'], signedInEnv],
    ['a parser option that has an option of its own', ['convert', '-O', 'password=x', 'a.pdf'], signedInEnv],
    ['nothing to convert', ['convert'], signedInEnv],
    ['a file that is not there', ['convert', 'missing.pdf'], signedInEnv],
    ['a pattern without a match', ['convert', 'missing/*.pdf'], signedInEnv],
    ['an address in place of a file', ['convert', 'https://example.com/a.pdf'], signedInEnv],
    ['stdin beside a file', ['convert', '-', 'a.pdf'], signedInEnv],
    ['stdin for file and password', ['convert', '-', '--password-stdin'], signedInEnv],
    ['stdin that is to be resumed', ['convert', '-', '--resume'], signedInEnv],
    ['a question to nobody', ['convert', '-', '--password'], signedInEnv],
    ['a deletion nobody can confirm', ['jobs', 'delete', 'A'], signedInEnv],
    ['a login nobody can answer', ['login'], signedInEnv],
    ['a login with half a key', ['login', '--api-key', 'oct_123'], signedInEnv],
    ['a setting there is not', ['config', 'get', 'colour'], signedInEnv],
    ['a key among the settings', ['config', 'set', 'api_key', 'oct_123'], signedInEnv],
    ['a shell there is not', ['completion', 'tcsh'], signedInEnv],
  ])('%s', async (_, argv, env) => {
    const environment = fakeEnvironment({ env });
    const code = await run(argv, environment);
    expect(environment.stdoutText()).toBe('');
    expect(environment.stderrText()).toMatch(/^error: [^\n]+\nnext: {2}[^\n]+\n$/);
    expect(`${environment.stderrText()}exit ${code}`).toMatchSnapshot();
  });

  it.each([
    ['a file of the SDK', new InputError('a.pdf became shorter while it was sent.', 'Send it again.')],
    [
      'a disk that is full',
      Object.assign(new Error(), { code: 'ENOSPC', syscall: 'write', path: 'out/a.md' }),
    ],
    ['a fault of ours', new TypeError('x is not a function')],
  ])('%s', (_, error) => {
    expect(shown(error)).toMatchSnapshot();
  });
});

it('with --json, an error is one JSON object on stderr', async () => {
  const ended = await answered(errorResponse(404, 'job_not_found'), 'jobs', 'get', 'ID', '--json');
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(ended.stderr)).toEqual({
    error: {
      code: 'job_not_found',
      message: 'Refused with job_not_found.',
      next: 'octavo jobs list shows the jobs of the account.',
      exit_code: 1,
      request_id: 'req-1',
    },
  });
  const wait = problemJson(problemOf(new WaitTimeoutError('JOB', 1000, null)));
  expect(wait).toMatchObject({ job_id: 'JOB', exit_code: 6 });
});

it('shows control characters of others instead of obeying them', () => {
  const error = new InputError('\u001b[2Jevil\r.pdf does not exist.', 'Go on.');
  expect(shown(error)).toContain('\ufffd[2Jevil\ufffd.pdf');
});
