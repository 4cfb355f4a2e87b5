/** Every authenticated endpoint of the specification, called once by the same caller. */
import { randomUUID } from 'node:crypto';
import {
  download,
  isTerminal,
  type Job,
  pollUntil,
  remove,
  submit,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { type NewApiKey, postKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { type Caller, request } from '@octavo/testkit/service-under-test/request.ts';

export type Called = readonly (readonly [endpoint: string, status: number])[];

/** With good credentials: each call must succeed, and what it makes is removed again. */
export async function callAll(caller: Caller): Promise<Called> {
  const submitted = await submit(caller);
  const { id } = submitted.json as Job;
  await pollUntil(caller, id, isTerminal);
  const created = await postKey(caller, { name: 'every endpoint' });
  return [
    ['POST /jobs', submitted.status],
    ['GET /jobs', (await request('/jobs', { caller })).status],
    ['GET /jobs/{id}', (await request(`/jobs/${id}`, { caller })).status],
    ['GET /jobs/{id}/download/{fmt}', (await download(caller, id, 'markdown')).status],
    ['DELETE /jobs/{id}', (await remove(caller, id)).status],
    ['GET /auth/me', (await request('/auth/me', { caller })).status],
    ['GET /api-keys', (await request('/api-keys', { caller })).status],
    ['POST /api-keys', created.status],
    ['DELETE /api-keys/{key_id}', (await revokeKey(caller, (created.json as NewApiKey).id)).status],
  ];
}

export const allSucceeded: Called = [
  ['POST /jobs', 201],
  ['GET /jobs', 200],
  ['GET /jobs/{id}', 200],
  ['GET /jobs/{id}/download/{fmt}', 200],
  ['DELETE /jobs/{id}', 204],
  ['GET /auth/me', 200],
  ['GET /api-keys', 200],
  ['POST /api-keys', 201],
  ['DELETE /api-keys/{key_id}', 204],
];

/** With bad credentials: nothing exists for such a caller, so the ids are invented. */
export async function knockEverywhere(caller: Caller): Promise<readonly number[]> {
  const id = randomUUID();
  const answers = [
    await submit(caller),
    await request('/jobs', { caller }),
    await request(`/jobs/${id}`, { caller }),
    await download(caller, id, 'markdown'),
    await remove(caller, id),
    await request('/auth/me', { caller }),
    await request('/api-keys', { caller }),
    await postKey(caller, { name: 'x' }),
    await revokeKey(caller, id),
  ];
  return answers.map(({ status }) => status);
}
