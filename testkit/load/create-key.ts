/** Creates an API key, and records it as a secret that must not appear in any log. */

import { sendRequest } from '../client/send-request.ts';
import type { Account, TestEnvironment } from '../environment/test-environment.ts';

type Key = { readonly id: string; readonly raw: string };

export async function createKey(
  environment: TestEnvironment,
  node: string,
  account: Account,
  name: string,
): Promise<Key> {
  const reply = await sendRequest(node, '/api-keys', {
    method: 'POST',
    caller: account,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  const { id, raw_key: raw } = reply.json as { id: string; raw_key: string };
  if (reply.status !== 201) throw new Error(`a key was refused: ${reply.status} ${reply.text}`);
  environment.journal.secrets.add(raw);
  return { id, raw };
}
