/** `octavo keys`: list, create and revoke API keys. */
import type { Context } from '../context.ts';
import { ago } from '../display/quantities.ts';
import { table } from '../display/table.ts';
import type { ExitName } from '../exit-codes.ts';
import { isConfirmed } from './jobs-delete.ts';

export async function listKeys(context: Context): Promise<void> {
  const keys = await (await context.client()).apiKeys.list();
  if (context.globalOptions.json) {
    context.printJson(keys);
    return;
  }
  const now = Date.now();
  const rows = keys.map((key) => [
    key.id,
    `${key.key_prefix}…`,
    key.is_active ? 'active' : 'revoked',
    key.last_used_at === null ? 'never' : ago(key.last_used_at, now),
    key.name,
  ]);
  const columns = [
    { title: 'ID' },
    { title: 'KEY' },
    { title: 'STATUS' },
    { title: 'LAST USED' },
    { title: 'NAME', canShrink: true },
  ] as const;
  const { stdout } = context.environment;
  for (const line of table(columns, rows, context.out, stdout.isTTY ? stdout.columns : undefined))
    context.print(line);
}

export async function createKey(context: Context, _: unknown, name: string): Promise<void> {
  const key = await (await context.client()).apiKeys.create({ name });
  if (context.globalOptions.json) context.printJson(key);
  else context.print(key.raw_key);
  context.note('Store the key securely. It is not shown again.');
}

export async function revokeKey(
  context: Context,
  flags: { readonly yes?: true },
  id: string,
): Promise<ExitName | undefined> {
  const client = await context.client();
  if (!(await isConfirmed(context, flags.yes === true, `Permanently revoke key ${id}?`))) return 'failed';
  await client.apiKeys.revoke(id);
  if (context.globalOptions.json) context.printJson({ id, revoked: true });
  else context.print(`${id}  revoked`);
  return undefined;
}
