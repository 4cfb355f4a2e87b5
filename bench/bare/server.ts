/**
 * Baseline for the API: a minimal Fastify server that does the same work without error handling, limits or schemas. It
 * sends the SQL statements recorded from the service and uses the same storage.
 */
import { createHash, randomUUID } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import fastify from 'fastify';
import pg from 'pg';
import { isPrepared } from '../../server/src/postgres/prepared.ts';
import { about, type Statement, unpackStatements } from '../measure/statements.ts';

const env = (name: string) => process.env[name] ?? '';
const pool = new pg.Pool({ connectionString: env('OCTAVO_DATABASE_URL'), max: 10 });
const Bucket = env('OCTAVO_S3_BUCKET');
const storage = new S3Client({
  endpoint: env('OCTAVO_S3_ENDPOINT'),
  region: env('OCTAVO_S3_REGION'),
  credentials: {
    accessKeyId: env('OCTAVO_S3_ACCESS_KEY_ID'),
    secretAccessKey: env('OCTAVO_S3_SECRET_ACCESS_KEY'),
  },
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});

/** The key and the job in the recorded statements. */
const recorded = {
  keyHash: env('BENCH_KEY_HASH'),
  jobId: env('BENCH_JOB_ID'),
  accountId: env('BENCH_ACCOUNT_ID'),
  authenticate: unpackStatements(env('BENCH_AUTHENTICATE') || '[]'),
  read: unpackStatements(env('BENCH_READ') || '[]'),
  submit: unpackStatements(env('BENCH_SUBMIT') || '[]'),
};

type Client = Pick<pg.Pool, 'query'>;
type Row = Readonly<Record<string, unknown>>;

const names = new Map<string, string>();

/** Optionally uses prepared statements, as the service does. */
function nameOf(text: string): string | undefined {
  if (env('BENCH_PREPARED') !== 'true' || !isPrepared(text)) return undefined;
  if (!names.has(text)) names.set(text, `bare_${names.size}`);
  return names.get(text);
}

async function send(client: Client, { sql: text, parameters }: Statement): Promise<readonly Row[]> {
  const [name, values] = [nameOf(text), [...parameters]];
  return (await client.query<Row>(name === undefined ? { text, values } : { name, text, values })).rows;
}

/** Gives back the row of the key and its account, as the service does. */
async function authenticate(rawKey: unknown): Promise<Row | undefined> {
  const hash = createHash('sha256').update(String(rawKey)).digest();
  const [statement] = recorded.authenticate;
  if (statement === undefined) return undefined;
  const parameters = statement.parameters.map((value) => (value instanceof Buffer ? hash : value));
  return (await send(pool, { ...statement, parameters }))[0];
}

const app = fastify();
app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));

app.get<{ Params: { id: string } }>('/jobs/:id', async (request) => {
  const caller = await authenticate(request.headers['x-api-key']);
  const renamed = new Map([
    [recorded.jobId, request.params.id],
    [recorded.accountId, String(caller?.['account_id'])],
  ]);
  const [statement] = recorded.read;
  if (statement === undefined) throw new Error('no statement was recorded');
  const [row] = await send(pool, about(statement, renamed));
  if (row === undefined) throw new Error('there is no such job');
  return row;
});

/** The file of the form in memory: uploads of this route are small. */
function fileIn(headers: BusboyHeaders, body: NodeJS.ReadableStream): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const parser = new Busboy({ headers });
    parser.on('file', (_name, file) => void file.on('data', (chunk: Buffer) => chunks.push(chunk)));
    parser.on('finish', () => resolve(Buffer.concat(chunks)));
    parser.on('error', reject);
    body.pipe(parser);
  });
}

app.post('/jobs', async (request, reply) => {
  const caller = await authenticate(request.headers['x-api-key']);
  const file = await fileIn(request.headers as BusboyHeaders, request.raw);
  const jobId = randomUUID();
  await storage.send(new PutObjectCommand({ Bucket, Key: `bare/${jobId}/source.pdf`, Body: file }));
  const renamed = new Map([
    [recorded.jobId, jobId],
    [recorded.accountId, String(caller?.['account_id'])],
  ]);
  const client = await pool.connect();
  try {
    for (const statement of recorded.submit) await send(client, about(statement, renamed));
  } finally {
    client.release();
  }
  return reply.code(201).send({ id: jobId, status: 'pending' });
});

/** Streams a large upload to storage without checks; the client sends its length. */
app.post('/upload', async (request, reply) => {
  const bytes = Number(request.headers['x-file-bytes']);
  await new Promise<void>((resolve, reject) => {
    const parser = new Busboy({ headers: request.headers as BusboyHeaders });
    parser.on('file', (_name, Body) => {
      const command = new PutObjectCommand({
        Bucket,
        Key: `bare/${randomUUID()}.pdf`,
        Body,
        ContentLength: bytes,
      });
      storage.send(command).then(() => resolve(), reject);
    });
    parser.on('error', reject);
    request.raw.pipe(parser);
  });
  return reply.code(201).send({});
});

/** Streams a large file from storage. */
app.get<{ Params: { '*': string } }>('/objects/*', async (request, reply) => {
  const command = new GetObjectCommand({ Bucket, Key: request.params['*'] });
  const { Body, ContentLength } = await storage.send(command);
  return reply.header('content-length', ContentLength).send(Body);
});

app.get('/health', () => ({}));
await app.listen({ host: '127.0.0.1', port: Number(env('BENCH_PORT')) });
