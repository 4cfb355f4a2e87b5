/** Jobs after they were submitted: waiting, watching, downloading, listing, removing. */
import type { AccountEvent, JobEvent } from '@octavo/sdk';
import { equal, isTrue, thrown } from './check.ts';
import type { Scenario } from './scenario-context.ts';

export const jobs: Readonly<Record<string, Scenario>> = {
  'waits for the end, and throws what a failed job says': async ({ sdk, client, document }) => {
    const good = await client.jobs.create({ file: await document('small') });
    const bad = await client.jobs.create({ file: await document('broken') });
    const [done, error] = await Promise.all([
      client.jobs.wait(good.id, { include: ['timing'] }),
      thrown(client.jobs.wait(bad.id), sdk.JobFailedError),
    ]);
    equal([done.status, done.page_count, done.timing?.attempts], ['done', 1, 1], 'the job that is done');
    equal([error.jobId, error.job.status], [bad.id, 'failed'], 'the one that failed');
    isTrue(error.job.error_message && error.message.includes(error.job.error_message), 'its reason');
    const movements = (await client.usage.ofJob(good.id)).movements.map(({ kind }) => kind);
    equal(movements, ['reserve', 'charge'], 'the movements of pages');
    await client.jobs.delete(good.id);
    await client.jobs.delete(bad.id);
  },

  'gives up waiting in time, naming the job that continues; a deleted job gives another error': async ({
    sdk,
    client,
    document,
  }) => {
    const { id } = await client.jobs.create({ file: await document('slow') });
    const error = await thrown(client.jobs.wait(id, { timeoutMs: 300 }), sdk.WaitTimeoutError);
    equal([error.jobId, error.nextStep.includes(id)], [id, true], 'the job to wait for again');
    const waiting = thrown(client.jobs.wait(id), sdk.JobDeletedError);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await client.jobs.delete(id);
    equal((await waiting).jobId, id, 'the deleted one');
  },

  'adds a text format to a job that is done, at no charge': async ({ sdk, client, document }) => {
    const { id } = await client.jobs.create({ file: await document('small'), options: { format: ['text'] } });
    await client.jobs.wait(id);
    const job = await client.jobs.writeOutputs(id, { format: ['markdown', 'html'] });
    equal(sdk.formatsOf(job), ['markdown', 'html', 'text'], 'the formats of the job');
    isTrue((await (await client.jobs.download(id, 'html')).text()).includes('<'), 'the html');
    const movements = (await client.usage.ofJob(id)).movements.map(({ kind }) => kind);
    equal(movements, ['reserve', 'charge'], 'the movements of pages');
    await client.jobs.delete(id);
  },

  'watches a job from its first event to its last, and goes on after one it has heard': async ({
    client,
    document,
  }) => {
    const { id } = await client.jobs.create({ file: await document('small') });
    const heard: JobEvent[] = [];
    for await (const event of client.jobs.watch(id)) heard.push(event);
    const states = heard.filter(({ type }) => type !== 'job.progress');
    equal([states[0]?.type, states.at(-1)?.type], ['job.created', 'job.done'], 'the first and the last');
    const rest: JobEvent[] = [];
    const lastEventId = states[0]?.id ?? undefined;
    for await (const event of client.jobs.watch(id, { lastEventId })) rest.push(event);
    equal(
      rest.map(({ type }) => type).includes('job.created'),
      false,
      'events already received are not repeated',
    );
    equal(rest.at(-1)?.type, 'job.done', 'the last event is repeated');
    await client.jobs.delete(id);
  },

  'receives events of all jobs, and continues after an interruption': async ({ client, document }) => {
    const heard: AccountEvent[] = [];
    const hear = async (until: string, lastEventId?: number) => {
      for await (const event of client.events.stream({ lastEventId })) {
        heard.push(event);
        if (event.type === until) return;
      }
    };
    const first = hear('job.created');
    const before = await client.jobs.create({ file: await document('small'), options: { format: ['text'] } });
    // The stream begins when it is open: a job made while it opened may not be in it, the next one is.
    const later = await client.jobs.create({ file: await document('small'), options: { format: ['text'] } });
    await first;
    const lastEventId = heard.at(-1)?.id ?? undefined;
    isTrue(lastEventId !== undefined, 'events have numbers');
    await client.jobs.delete(before.id);
    await client.jobs.delete(later.id);
    heard.length = 0;
    await hear('job.deleted', lastEventId);
    const numbers = heard.flatMap(({ id }) => (id === null ? [] : [id]));
    equal(numbers[0], lastEventId + 1, 'what happened meanwhile is delivered, without a gap');
  },

  'reads results whole, in part, or not at all if nothing changed': async ({ client, document }) => {
    const source = await document('small');
    const file = { content: source, name: 'déjà vu.pdf' };
    const { jobId, text } = await client.convert(file, { format: ['text', 'markdown'] });
    const info = await client.jobs.downloadInfo(jobId, 'text');
    equal(
      [info.fileName, info.mediaType],
      ['déjà vu.txt', 'text/plain; charset=utf-8'],
      'what is known of it',
    );
    const whole = await client.jobs.download(jobId, 'text');
    equal(
      [whole.fileName, whole.bytes, whole.etag],
      [info.fileName, info.bytes, info.etag],
      'the same of the file',
    );
    equal(await whole.text(), text, 'its text');
    const part = await client.jobs.download(jobId, 'text', { range: 'bytes=0-5' });
    equal([part.status, await part.text()], [206, text.slice(0, 6)], 'a part of it');
    const same = await client.jobs.download(jobId, 'text', { ifNoneMatch: info.etag ?? '' });
    equal([same.status, await same.text()], [304, ''], 'nothing if nothing changed');
    const back = new Uint8Array(await (await client.jobs.source(jobId)).arrayBuffer());
    isTrue(
      back.every((byte, at) => byte === source[at]) && back.length === source.length,
      'the submitted file',
    );
    equal((await client.jobs.sourceInfo(jobId)).fileName, 'déjà vu.pdf', 'its name');
    await client.jobs.delete(jobId);
  },

  'lists page by page and as a whole': async ({ client, document }) => {
    const createdAfter = new Date(Date.now() - 2_000).toISOString();
    const file = await document('small');
    const made: string[] = [];
    for (const _ of [1, 2, 3]) made.push((await client.jobs.create({ file })).id);
    const query = { created_after: createdAfter, page_size: 2 };
    const page = await client.jobs.list(query);
    equal([page.items.length, page.hasNextPage()], [2, true], 'the first page');
    const all: string[] = [];
    for await (const { id } of client.jobs.list(query)) all.push(id);
    isTrue(
      made.every((id) => all.includes(id)),
      'all of them are listed',
    );
    equal(new Set(all).size, all.length, 'none twice');
    const kept = await client.jobs.update(made[0] ?? '', { expires_at: '2099-01-01T00:00:00.000Z' });
    equal(kept.expires_at, '2099-01-01T00:00:00.000Z', 'when one of them goes');
    for (const id of made) await client.jobs.delete(id);
  },
};
