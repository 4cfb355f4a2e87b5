/** Scenario `log-canaries`: secrets, names and words are sent through every kind of error, and must not appear in a log. */

import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { waitForDone } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import { openStorageProxy } from '@octavo/testkit/proxies/storage-proxy.ts';
import type { Context, Figure, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import { zeroFigure } from '../figures.ts';
import {
  classesIn,
  driveEngine,
  driveFullDisk,
  driveTimeout,
  sourceLost,
  wantedClasses,
  workerLimits,
} from './engine-ends.ts';
import { leaksIn, type Secret, type Sink } from './leaks.ts';
import { withoutDatabaseOrProvider, withoutStorage } from './outages.ts';
import { driveRefusals } from './refusals.ts';
import { type Setup, submitJob, title } from './setup.ts';
import { driveSourceUrls, sourceUrlSettings } from './source-url-faults.ts';
import { driveWebhooks, webhookSettings } from './webhook-faults.ts';

const metricsToken = 'metrics-7d1f0c55a4';
const quietMs = 180_000;

/** Secrets of the operator, and patterns that must never be logged. */
function operatorSecrets({ env }: TestEnvironment): Secret[] {
  const password = new URL(env['OCTAVO_DATABASE_URL'] ?? '').password;
  return [
    { name: 'the secret of the storage', value: env['OCTAVO_S3_SECRET_ACCESS_KEY'] ?? '' },
    { name: 'the sealing key', value: env['OCTAVO_SEALING_KEY'] ?? '' },
    { name: 'the password of the database', value: password },
    { name: 'the token of the metrics', value: metricsToken },
    { name: 'a signed request to the storage', value: 'AWS4-HMAC-SHA256' },
    { name: 'a signed URL', value: 'X-Amz-Signature=' },
    { name: 'words of a document', value: title },
    { name: 'the name of a file', value: '-secretname-' },
  ].filter(({ value }) => value.length >= 8);
}

async function openSetup(environment: TestEnvironment, api: Member): Promise<Setup> {
  const [business] = (await environment.openAccounts(api, 1, 'business')) as [Account];
  const [free] = (await environment.openAccounts(api, 1, 'free')) as [Account];
  const made = await sendRequest(api.url, '/api-keys', {
    method: 'POST',
    caller: business,
    headers: { 'content-type': 'application/json' },
    body: '{"name":"canary"}',
  });
  const { raw_key: key } = made.json as { raw_key: string };
  const secrets = [
    ...operatorSecrets(environment),
    { name: 'a session', value: business.session },
    { name: 'a session', value: free.session },
    { name: 'a key', value: key },
  ];
  return {
    environment,
    node: api.url,
    business,
    free,
    key,
    secrets,
    errors: [],
    unreached: [],
    driven: new Set(),
  };
}

async function metricsOf(members: readonly Member[]): Promise<Sink[]> {
  const apis = members.filter(({ kind, isAlive }) => kind === 'api' && isAlive());
  return Promise.all(
    apis.map(async ({ name, url }) => {
      const reply = await sendRequest(url, '/metrics', {
        headers: { authorization: `Bearer ${metricsToken}` },
      });
      if (reply.status !== 200) throw new Error(`metrics of ${name}: ${reply.status}`);
      return { name: `the metrics of ${name}`, text: reply.text };
    }),
  );
}

const logsOf = ({ fleet }: TestEnvironment): Sink[] =>
  fleet.members().map((member) => ({ name: `the log of ${member.name}`, text: member.log() }));

/** Order: cases that need stopped workers, failed conversions together with webhooks, a time limit, outages, a full disk. */
async function drive(
  setup: Setup,
  env: Readonly<Record<string, string>>,
  misbehave: (doneJob: string) => Promise<void>,
) {
  const { environment, business } = setup;
  await driveRefusals(setup);
  await driveSourceUrls(setup);
  await sourceLost(setup);
  const worker = await environment.fleet.startWorker({ ...workerLimits, ...webhookSettings, ...env });
  await worker.ready();
  const done = await submitJob(setup, 'a sound document', 201, { file: makeDocument({ title }) });
  await waitForDone(setup.node, business, done, quietMs);
  await driveWebhooks(setup, worker.log);
  await misbehave(done);
  await driveEngine(setup, worker);
  const hasty = await driveTimeout(setup);
  await withoutDatabaseOrProvider(setup);
  const last = await driveFullDisk(setup);
  const left = await environment.fleet.startWorker(env);
  await left.ready();
  await waitUntilQuiet(environment, quietMs);
  return classesIn([worker, hasty, last].map((member) => member.log()).join(''));
}

function figuresOf(setup: Setup, sinks: Readonly<Record<string, readonly Sink[]>>): Figure[] {
  const found = Object.entries(sinks).map(([name, group]): Figure => {
    const leaks = leaksIn(group, setup.secrets);
    for (const leak of leaks) observe(setup.environment.journal, 'I19', leak, false);
    return zeroFigure(leaks, `hits in ${name}`);
  });
  const { unreached } = setup;
  return [...found, zeroFigure(unreached, 'paths not reached')];
}

async function run({ environment }: Context): Promise<Outcome> {
  const proxy = await openStorageProxy(
    environment.env['OCTAVO_S3_ENDPOINT'] ?? '',
    environment.random.fork('storage'),
  );
  const env = { OCTAVO_S3_ENDPOINT: proxy.url };
  try {
    const api = await environment.fleet.startApi(env);
    await api.ready();
    const setup = await openSetup(environment, api);
    const classes = await drive(setup, env, (done) => withoutStorage(setup, proxy, done));
    const unseen = wantedClasses.filter((one) => !classes.has(one));
    setup.unreached.push(...unseen.map((one) => `no conversion ended as ${one}`));
    const sinks = {
      logs: logsOf(environment),
      metrics: await metricsOf(environment.fleet.members()),
      'bodies and headers of errors': setup.errors,
    };
    return {
      load: `${setup.secrets.length} secrets, ${setup.driven.size} paths, ${setup.errors.length} error responses, ${classes.size} classes of failures`,
      figures: figuresOf(setup, sinks),
      notes: [`classes seen: ${[...classes].toSorted().join(', ')}`, 'logs were written at the level trace'],
    };
  } finally {
    await proxy.close();
  }
}

export const logCanaries: Scenario = {
  name: 'log-canaries',
  about: 'secrets, names and words through every error path',
  doesNotShow:
    'the class encrypted is refused on upload and never reaches a worker; output of libraries in failures that are not triggered here is not checked',
  env: () => ({
    ...webhookSettings,
    ...sourceUrlSettings,
    OCTAVO_LOG_LEVEL: 'trace',
    OCTAVO_METRICS_TOKEN: metricsToken,
    OCTAVO_BODY_WINDOW_MS: '4000',
  }),
  corruptions: [corruptions.leakedSecret],
  run,
};
