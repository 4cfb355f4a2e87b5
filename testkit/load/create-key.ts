/** A new API key of an account, which may stand nowhere the checker looks. */
import type { Account, Ground } from '../environment/test-environment.ts';
import { ask } from '../client/send-request.ts';

type Key = { readonly id: string; readonly raw: string };

export async function makeKey(ground: Ground, node: string, account: Account, name: string): Promise<Key> {
  const reply = await ask(node, '/api-keys', {
    method: 'POST',
    caller: account,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  const { id, raw_key: raw } = reply.json as { id: string; raw_key: string };
  if (reply.status !== 201) throw new Error(`a key was refused: ${reply.status} ${reply.text}`);
  ground.journal.secrets.add(raw);
  return { id, raw };
}
