/** `octavo share`: links to results for people without an account. */
import type { Context } from '../context.ts';
import { table } from '../display/table.ts';

type CreateFlags = {
  readonly days?: number;
  readonly ref?: string;
  readonly source: boolean;
  readonly name?: string;
};

const dayMs = 86_400_000;
/** A little earlier, because the clock of this machine may be ahead of the server's. */
const marginMs = 300_000;

const afterDays = (days: number) => new Date(Date.now() + days * dayMs - marginMs).toISOString();

export async function createShare(context: Context, flags: CreateFlags, id: string): Promise<void> {
  const { days, ref, source, name } = flags;
  const share = await (await context.client()).shares.create(id, {
    ...(days !== undefined && { expires_at: afterDays(days) }),
    ...(ref === undefined ? { with_source: source } : { ref }),
    ...(name !== undefined && { name }),
  });
  if (context.globalOptions.json) context.printJson(share);
  else context.print(share.url ?? share.token);
  context.note(`Anyone who has the link can read it until ${share.expires_at}. It is not shown again.`);
}

export async function listShares(context: Context, _: unknown, id: string): Promise<void> {
  const shares = await (await context.client()).shares.list(id);
  if (context.globalOptions.json) {
    context.printJson(shares);
    return;
  }
  const rows = shares.map((share) => [
    share.id,
    share.ref ?? (share.with_source ? 'result and pages' : 'result'),
    share.expires_at,
    share.name ?? '',
  ]);
  const columns = [
    { title: 'ID' },
    { title: 'SHOWS' },
    { title: 'EXPIRES' },
    { title: 'NAME', canShrink: true },
  ] as const;
  const { stdout } = context.environment;
  for (const line of table(columns, rows, context.out, stdout.isTTY ? stdout.columns : undefined))
    context.print(line);
}

export async function revokeShare(context: Context, _: unknown, id: string, linkId: string): Promise<void> {
  await (await context.client()).shares.revoke(id, linkId);
  if (context.globalOptions.json) context.printJson({ id: linkId, revoked: true });
  else context.print(`${linkId}  revoked`);
}
