/** A client of a service that gives prepared answers, by method and path. */
import { Octavo } from '../../sdk/src/client.ts';
import { fakeFetch, jsonResponse, type RecordedRequest } from '../../sdk/src/testing/fake-fetch.ts';

/** By `GET /jobs/ID/read`; a list is answered one after the other. */
export type Answers = Readonly<Record<string, unknown>>;

const nextOf = (answers: unknown) => (Array.isArray(answers) ? answers.shift() : answers);

export function fakeService(answers: Answers): {
  readonly client: Octavo;
  readonly requests: readonly RecordedRequest[];
} {
  const { fetch, requests } = fakeFetch(({ method, url }) => {
    const answer = nextOf(answers[`${method} ${url.pathname}`]);
    const notFound = { detail: 'The job was not found.', code: 'job_not_found', request_id: 'r' };
    return answer === undefined ? jsonResponse(notFound, 404) : jsonResponse(answer);
  });
  return { client: new Octavo({ apiKey: 'oct_test', baseUrl: 'http://octavo.test', fetch }), requests };
}

/** A job that is done. */
export const doneJob = (id: string, name = 'report.pdf') => ({
  id,
  status: 'done',
  page_count: 2,
  options: { format: ['text'] },
  file: { name, pages: 2, bytes: 1_000 },
  warnings: [],
  error_message: null,
});
