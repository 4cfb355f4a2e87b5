/** The account and key endpoints as a client of the contract calls them. */
import { bodyOf, type Caller, request, sendJson } from './request.ts';

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

export const postKey = (caller: Caller, body: unknown) => sendJson(caller, '/api-keys', body);

export const createKey = (caller: Caller, name = 'conformance') =>
  bodyOf<NewApiKey>(201, postKey(caller, { name }));

export const revokeKey = (caller: Caller, id: string) =>
  request(`/api-keys/${id}`, { method: 'DELETE', caller });

export const listKeys = (caller: Caller) => bodyOf<readonly ApiKey[]>(200, request('/api-keys', { caller }));

export const activeKeys = async (caller: Caller) => (await listKeys(caller)).filter((key) => key.is_active);

export const me = (caller: Caller) => bodyOf<AccountBody>(200, request('/auth/me', { caller }));
