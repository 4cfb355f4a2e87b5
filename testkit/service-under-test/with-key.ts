/** An API key for the length of a test: plans allow few, so none is left behind. */
import { createKey, type NewApiKey, revokeKey } from './keys.ts';
import type { Caller } from './request.ts';

export async function withKey(owner: Caller, test: (key: NewApiKey) => Promise<void>): Promise<void> {
  const key = await createKey(owner);
  try {
    await test(key);
  } finally {
    await revokeKey(owner, key.id);
  }
}
