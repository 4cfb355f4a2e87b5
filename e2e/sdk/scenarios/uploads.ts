/** Files in every form a runtime has for them, sent once. */
import type { FileInput } from '@octavo/sdk';
import { equal, isTrue, thrown } from './check.ts';
import type { Scenario, ScenarioContext } from './scenario-context.ts';

async function shaOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What the service says it received. */
export async function received(client: ScenarioContext['client'], file: FileInput) {
  const { id } = await client.jobs.create({ file, options: { format: ['text'] } });
  try {
    const job = await client.jobs.retrieve(id, { include: ['file'] });
    return { name: job.file?.name, sha256: job.file?.sha256 };
  } finally {
    await client.jobs.delete(id);
  }
}

export const uploads: Readonly<Record<string, Scenario>> = {
  'sends bytes, blobs, files, streams and responses as they are': async ({ client, document }) => {
    const bytes = await document('small');
    const sha256 = await shaOf(bytes);
    const stream = () => new Blob([bytes]).stream() as ReadableStream<Uint8Array>;
    const forms: readonly (readonly [string, FileInput, string])[] = [
      ['Uint8Array', bytes, 'document.pdf'],
      [
        'ArrayBuffer',
        bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
        'document.pdf',
      ],
      ['Blob', new Blob([bytes]), 'document.pdf'],
      ['File', new File([bytes], 'naïve “文档”.pdf'), 'naïve “文档”.pdf'],
      ['stream', stream(), 'document.pdf'],
      ['Response', new Response(bytes), 'document.pdf'],
      ['named stream', { content: stream(), name: 'named.pdf' }, 'named.pdf'],
    ];
    for (const [form, file, name] of forms) {
      equal(await received(client, file), { name, sha256 }, form);
    }
  },

  'makes one job of two submits with the same key': async ({ sdk, client, document }) => {
    const idempotencyKey = crypto.randomUUID();
    const file = await document('small');
    const first = await client.jobs.create({ file }, { idempotencyKey });
    const second = await client.jobs.create({ file }, { idempotencyKey });
    equal(second.id, first.id, 'the job');
    const other = client.jobs.create({ file, options: { format: ['text'] } }, { idempotencyKey });
    equal((await thrown(other, sdk.ConflictError)).code, 'idempotency_key_reused', 'the refusal of another');
    await client.jobs.delete(first.id);
  },

  'submits the file of a job once more': async ({ client, document }) => {
    const first = await client.jobs.create({ file: await document('small'), options: { format: ['text'] } });
    const expiresAt = new Date(Date.now() + 3_600_000);
    const again = await client.jobs.create({
      source_job_id: first.id,
      options: { format: ['html'] },
      expires_at: expiresAt,
    });
    const { retention, options } = await client.jobs.retrieve(again.id, { include: ['retention'] });
    equal([retention?.expires_at, options.format], [expiresAt.toISOString(), ['html']], 'the second job');
    await client.jobs.delete(first.id);
    await client.jobs.delete(again.id);
  },

  'looks into a file before it is submitted': async ({ client, document }) => {
    const found = await client.jobs.preflight(await document('many-pages'), { pages: '1-3' });
    equal([found.pages, found.cost.pages, found.submit_now.status], [1001, 3, 201], 'the findings');
  },

  'waits for a slot and takes it when it is free': async ({ sdk, free, document }) => {
    const slow = await document('slow');
    const held = [await free.jobs.create({ file: slow }), await free.jobs.create({ file: slow })];
    const refused = await thrown(
      free.jobs.create({ file: slow }, { slotTimeoutMs: 0 }),
      sdk.TooManyRequestsError,
    );
    equal([refused.status, refused.code], [429, 'concurrent_job_limit'], 'the refusal');
    isTrue((refused.retryAfterMs ?? 0) > 0, 'it says when to come back');
    let waits = 0;
    const stream = new Blob([slow]).stream() as ReadableStream<Uint8Array>;
    const third = await free.jobs.create(
      { file: stream },
      {
        onSlotWait: () => {
          waits += 1;
          void free.jobs.delete(held[0]?.id ?? '');
        },
      },
    );
    isTrue(waits > 0, 'it waited');
    await free.jobs.delete(held[1]?.id ?? '');
    await free.jobs.delete(third.id);
  },
};
