/** Every way a request is refused, with a secret in the request. */
import { randomUUID } from 'node:crypto';
import { multipart, optionsPart, pdfPart } from '@octavo/testkit/client/multipart.ts';
import { sendRaw } from '@octavo/testkit/client/raw-socket.ts';
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import { makeBlankDocument, makeDocument } from '@octavo/testkit/documents/documents.ts';
import { expectReply, makeSecret, postJson, recordReply, type Setup, submitJob, title } from './setup.ts';

const document = makeDocument({ title });

async function badRequests(setup: Setup): Promise<void> {
  const word = makeSecret(setup, 'a word of a refused request', 'word-');
  const password = makeSecret(setup, 'a password that does not fit', 'wrong-');
  const locked = makeDocument({ title, password: makeSecret(setup, 'the password of a document', 'right-') });
  await submitJob(setup, 'no PDF', 400, { file: Buffer.from(`${title} ${word}`) });
  await submitJob(setup, 'an unreadable PDF', 400, { file: Buffer.from(`%PDF-1.7 ${title} ${word}`) });
  await submitJob(setup, 'a password is missing', 400, { file: locked });
  await submitJob(setup, 'a wrong password', 400, { file: locked, options: { password } });
  await submitJob(setup, 'options that are wrong', 400, {
    file: document,
    options: { password, format: [word] },
  });
  // The name of an unknown member is reported to its sender, its value is not.
  await submitJob(setup, 'an option that is not known', 400, {
    file: document,
    options: { pasword: password },
  });
  await submitJob(setup, 'pages outside', 400, { file: document, options: { pages: '900-901', password } });
  const form = multipart([
    optionsPart(`{"password":"${password}"`),
    pdfPart(document, `x-secretname-${word}.pdf`),
  ]);
  await expectReply(setup, 'options that are no JSON', 400, '/jobs', {
    method: 'POST',
    headers: { 'content-type': form.contentType },
    body: Buffer.concat(form.chunks),
  });
  await postJson(setup, 'a body that is no JSON', 400, '/api-keys', `{"name":"${word}`);
  await postJson(setup, 'a member that is not known', 400, '/api-keys', `{"name":"x","nam":"${word}"}`);
  await postJson(
    setup,
    'a webhook that leads inside',
    400,
    '/webhooks',
    `{"url":"https://10.0.0.1/${word}?token=${word}"}`,
  );
  await expectReply(setup, 'a query that is wrong', 400, `/jobs?page=${word}&token=${word}`);
  await expectReply(setup, 'a bad idempotency key', 400, '/jobs', {
    method: 'POST',
    headers: { 'content-type': form.contentType, 'idempotency-key': `with a space ${word}` },
    body: Buffer.concat(form.chunks),
  });
}

async function badCredentials(setup: Setup): Promise<void> {
  const { node, key } = setup;
  const token = makeSecret(setup, 'a token that was never issued', 'eyJ');
  const guessed = makeSecret(setup, 'a key that does not exist', 'oct_');
  const paths = {
    'an unknown token': { session: token },
    'a guessed key': { key: guessed },
    'no credentials': {},
  };
  for (const [name, caller] of Object.entries(paths))
    recordReply(setup, name, 401, await sendRequest(node, '/jobs', { caller }));
  const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  setup.secrets.push({ name: 'a mistyped key', value: mistyped });
  recordReply(setup, 'a mistyped key', 401, await sendRequest(node, '/jobs', { caller: { key: mistyped } }));
  const made = (await postJson(setup, 'a new key', 201, '/api-keys', '{"name":"to revoke"}')).json as {
    id: string;
    raw_key: string;
  };
  setup.secrets.push({ name: 'a revoked key', value: made.raw_key });
  await expectReply(setup, 'revoked', 204, `/api-keys/${made.id}`, { method: 'DELETE' });
  recordReply(
    setup,
    'a revoked key',
    401,
    await sendRequest(node, '/jobs', { caller: { key: made.raw_key } }),
  );
}

async function beyondThePlan(setup: Setup): Promise<void> {
  const { free, node } = setup;
  const password = makeSecret(setup, 'the password of a document too long', 'long-');
  await submitJob(
    setup,
    'too many pages',
    402,
    { file: makeBlankDocument(1_001), options: { password } },
    free,
  );
  await postJson(setup, 'keys on the free plan', 403, '/api-keys', '{"name":"x"}', { caller: free });
  await submitJob(
    setup,
    'too large',
    413,
    { file: Buffer.concat([document, Buffer.alloc(26 * 1_048_576)]) },
    free,
  );
  for (const name of ['first', 'second'])
    await submitJob(setup, `${name} of two slots`, 201, { file: document }, free);
  await submitJob(setup, 'no free slot', 429, { file: document, options: { password } }, free);
  const downgraded = { ...setup, node };
  await setup.environment.db.rows('update accounts set tier = $1 where email = $2', [
    'free',
    setup.business.email,
  ]);
  recordReply(
    downgraded,
    'a key of a downgraded account',
    403,
    await sendRequest(node, '/jobs', { caller: { key: setup.key } }),
  );
  await setup.environment.db.rows('update accounts set tier = $1 where email = $2', [
    'business',
    setup.business.email,
  ]);
}

/** While no worker runs, so that the job stays pending. */
async function wrongMoments(setup: Setup): Promise<void> {
  const idempotencyKey = makeSecret(setup, 'an idempotency key', 'again-');
  const password = makeSecret(setup, 'the password of a repeated document', 'twice-');
  const first = { file: document, idempotencyKey };
  const id = await submitJob(setup, 'a pending job', 201, first);
  await submitJob(setup, 'the same key for something else', 409, {
    ...first,
    options: { pages: '1', password },
  });
  await expectReply(setup, 'a download of a pending job', 409, `/jobs/${id}/download/markdown`);
  await expectReply(setup, 'a job that is not there', 404, `/jobs/${randomUUID()}?token=${password}`);
  await expectReply(setup, 'a format that is none', 400, `/jobs/${id}/download/${password}`);
  await expectReply(setup, 'a webhook that is not there', 404, `/webhooks/${randomUUID()}`);
  await expectReply(setup, 'a path that is none', 404, `/${password}?x=${password}`);
  await expectReply(setup, 'a method that is none', 405, `/jobs?x=${password}`, { method: 'PUT' });
}

async function wrongForms(setup: Setup): Promise<void> {
  const word = makeSecret(setup, 'a word in a refused body', 'form-');
  const { node, business } = setup;
  await expectReply(setup, 'another media type', 400, '/jobs', {
    method: 'POST',
    headers: { 'content-type': `text/${word}` },
    body: `${title} ${word}`,
  });
  await postJson(setup, 'a large body', 413, '/webhooks', `{"description":"${word.repeat(3_000)}"}`);
  const raw = async (name: string, wanted: number, opening: string) => {
    const { status, body } = await sendRaw(node, { opening, piece: '', everyMs: 20, timeoutMs: 60_000 });
    recordReply(setup, name, wanted, {
      status,
      headers: new Headers(),
      bytes: Buffer.from(body),
      text: body,
      json: undefined,
    });
  };
  const head = `POST /jobs HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${business.session}\r\n`;
  await raw('a header that is too large', 431, `${head}x-secret: ${word}${'x'.repeat(20_000)}\r\n\r\n`);
  await raw('bytes that are no HTTP', 400, `${head}x-secret ${word}\r\n\r\n`);
  const part = `--b\r\ncontent-disposition: form-data; name="file"; filename="log-secretname-${word}.pdf"\r\n\r\n%PDF-1.7 ${title}`;
  const slow = `${head}content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n${part}`;
  await raw('a body that does not move', 408, slow);
}

/** PostgreSQL quotes the whole row when a constraint refuses it, with the name of the file in it. */
async function brokenConstraint(setup: Setup): Promise<void> {
  const { db } = setup.environment;
  await db.rows(
    `alter table jobs add constraint log_canary check (position('-secretname-' in source_name) = 0) not valid`,
  );
  try {
    await submitJob(setup, 'a row that a constraint refuses', 500, { file: document });
  } finally {
    await db.rows('alter table jobs drop constraint log_canary');
  }
}

export async function driveRefusals(setup: Setup): Promise<void> {
  await badRequests(setup);
  await badCredentials(setup);
  await beyondThePlan(setup);
  await wrongMoments(setup);
  await wrongForms(setup);
  await brokenConstraint(setup);
}
