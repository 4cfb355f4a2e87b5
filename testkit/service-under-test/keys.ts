/** The account and key endpoints as a client of the contract calls them. */
import { type Answer, type Caller, request } from './request.ts';

export type ApiKey = {
  readonly id: string;
  readonly name: string;
  readonly key_prefix: string;
  readonly is_active: boolean;
  readonly created_at: string;
  readonly last_used_at: string | null;
};
export type NewApiKey = ApiKey & { readonly raw_key: string };

export type AccountBody = {
  readonly id: string;
  readonly email: string;
  readonly tier: string;
  readonly pages_used: number;
  readonly pages_limit: number;
  readonly created_at: string;
};

export const postKey = (caller: Caller, body: unknown): Promise<Answer> =>
  request('/api-keys', {
    method: 'POST',
    caller,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

export async function createKey(caller: Caller, name = 'conformance'): Promise<NewApiKey> {
  const answer = await postKey(caller, { name });
  if (answer.status !== 201)
    throw new Error(`wanted 201, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer.json as NewApiKey;
}

export const revokeKey = (caller: Caller, id: string) =>
  request(`/api-keys/${id}`, { method: 'DELETE', caller });

export async function listKeys(caller: Caller): Promise<readonly ApiKey[]> {
  const answer = await request('/api-keys', { caller });
  if (answer.status !== 200)
    throw new Error(`wanted 200, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer.json as readonly ApiKey[];
}

export const activeKeys = async (caller: Caller) => (await listKeys(caller)).filter((key) => key.is_active);

export async function me(caller: Caller): Promise<AccountBody> {
  const answer = await request('/auth/me', { caller });
  if (answer.status !== 200)
    throw new Error(`wanted 200, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer.json as AccountBody;
}
