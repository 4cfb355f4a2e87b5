/** Documents from the first submit to the last stored output, with 2 slots, compared with the engine's CLI in 2 processes. */

import type { TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import { oneCompiler } from '../../server/src/engine/sandbox.ts';
import type { Bench, Comparison, Context, Measured, Table } from '../bench.ts';
import { cliInTwo, convertedByCli } from '../engine/cli.ts';
import {
  chooseDocuments,
  contentOf,
  type Document,
  type Manner,
  options,
  pagesOf,
} from '../engine/documents.ts';
import { type JobClient, openJobClient } from '../load/job-client.ts';
import { cpuDuring, enginesOf, processTreeOf, withoutEngines } from '../measure/cpu.ts';
import { interleave, sideBySide } from '../measure/interleave.ts';
import { seconds } from '../measure/seconds.ts';
import { median } from '../measure/spread.ts';
import { scratch } from '../scratch.ts';
import { type KeyHolder, openKeys, openStack, startReady } from '../stack.ts';

const heapMegabytes = 1_024;
/** Enough that the worker always finds a next one, few enough that the API is not busy with all of them at once. */
const underWayMax = 12;

async function convertAll(client: JobClient, documents: readonly Document[], manner: Manner): Promise<void> {
  const queue = [...documents];
  const { format, ocr, contentSafetyOff } = options[manner];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const id = await client.submit({
        file: await contentOf(next),
        fileName: next.name.split('/').at(-1) ?? 'document.pdf',
        options: { format, ocr, content_safety_off: contentSafetyOff },
      });
      await client.done(id);
    }
  };
  await Promise.all(Array.from({ length: underWayMax }, lane));
}

type Spent = Readonly<Record<'api' | 'preflight' | 'worker' | 'engine' | 'database' | 'storage', number>>;

type Pass = { readonly rate: number; readonly spent: Spent };

/** A worker that has just started, then the same one again: what a deployment costs, and what a long life gives. */
class Service {
  readonly #context: Context;
  readonly #environment: TestEnvironment;
  readonly #api: Member;
  readonly #client: JobClient;
  readonly #documents: readonly Document[];
  #worker: Member | null = null;

  constructor(
    context: Context,
    environment: TestEnvironment,
    api: Member,
    client: JobClient,
    documents: readonly Document[],
  ) {
    this.#context = context;
    this.#environment = environment;
    this.#api = api;
    this.#client = client;
    this.#documents = documents;
  }

  async renewWorker(): Promise<void> {
    await this.#worker?.stop();
    this.#worker = await startReady(() => this.#environment.fleet.startWorker({ OCTAVO_ENGINE_SLOTS: '2' }));
  }

  async pass(manner: Manner): Promise<Pass> {
    const { set } = this.#context;
    const worker = this.#worker?.pid ?? 0;
    const trees = {
      api: withoutEngines(this.#api.pid),
      preflight: enginesOf(this.#api.pid),
      worker: withoutEngines(worker),
      engine: enginesOf(worker),
      database: processTreeOf(set, 'postgres'),
      storage: processTreeOf(set, 's3'),
    };
    let took = 0;
    const spent = await cpuDuring(trees, async () => {
      took = await seconds(() => convertAll(this.#client, this.#documents, manner));
    });
    return { rate: pagesOf(this.#documents) / took, spent };
  }
}

function costsOf(passes: readonly Pass[], documents: readonly Document[]) {
  const middle = (name: keyof Spent) => median(passes.map(({ spent }) => spent[name]));
  const perJob = (name: keyof Spent) => middle(name) / documents.length;
  return {
    pagesPerJob: pagesOf(documents) / documents.length,
    engineCpuMsPerPage: middle('engine') / pagesOf(documents),
    apiCpuMsPerJob: perJob('api'),
    preflightCpuMsPerJob: perJob('preflight'),
    workerCpuMsPerJob: perJob('worker'),
    databaseCpuMsPerJob: perJob('database'),
    storageCpuMsPerJob: perJob('storage'),
  };
}

function costTable(costs: ReturnType<typeof costsOf>): Table {
  const { pagesPerJob } = costs;
  const row = (part: string, perJob: number) => [part, perJob, perJob / pagesPerJob];
  return {
    title: 'CPU time of each part, second pass of a worker',
    columns: ['part', 'ms per job', 'ms per page'],
    rows: [
      row('engine', costs.engineCpuMsPerPage * pagesPerJob),
      row('worker around it', costs.workerCpuMsPerJob),
      row('API', costs.apiCpuMsPerJob),
      row('preflight', costs.preflightCpuMsPerJob),
      row('Postgres', costs.databaseCpuMsPerJob),
      row('storage', costs.storageCpuMsPerJob),
    ],
  };
}

/** The share of all CPU time that the engines had. */
function limitOf(passes: readonly Pass[]): string {
  const shares = passes.map(
    ({ spent }) => spent.engine / Object.values(spent).reduce((sum, ms) => sum + ms, 0),
  );
  return `the engines had ${(median(shares) * 100).toFixed(0)} % of the CPU time of the whole stack, the table below says who had the rest; the CLI has both cores to itself`;
}

async function run(context: Context): Promise<Measured> {
  const root = await scratch(context);
  const documents = await convertedByCli(root, await chooseDocuments(context, root), heapMegabytes);
  const environment = await openStack(context, 'throughput');
  const api = await startReady(() => environment.fleet.startApi());
  const [caller] = (await openKeys(environment, api, 1)) as [KeyHolder];
  const client = await openJobClient(api.url, caller);
  context.atEnd(async () => client.close());
  const service = new Service(context, environment, api, client, documents);
  const warm: Pass[] = [];
  const plain: Pass[] = [];
  const cliRate = async (flags: readonly string[]) =>
    pagesOf(documents) / (await seconds(() => cliInTwo(root, documents, heapMegabytes, flags)));
  const measured = await interleave(context, {
    fresh: async () => {
      await service.renewWorker();
      const fresh = await service.pass('shipped');
      warm.push(await service.pass('shipped'));
      plain.push(await service.pass('plain'));
      return fresh.rate;
    },
    cli: () => cliRate([]),
    cliWithOneCompiler: () => cliRate([oneCompiler]),
  });
  const ratesOf = (passes: readonly Pass[]) => passes.map(({ rate }) => rate);
  const comparedWith = (what: string, ours: readonly number[], passes: readonly Pass[]): Comparison => ({
    what,
    unit: 'pages/s',
    better: 'higher',
    ours: 'submit to stored outputs, 2 slots',
    bare: 'engine CLI, 2 processes',
    rounds: sideBySide(ours, measured.cli),
    aim: { kind: 'ratio', atLeast: 0.9 },
    limit: limitOf(passes),
  });
  const withOneCompiler = (what: string, ours: readonly number[], passes: readonly Pass[]): Comparison => ({
    what,
    unit: 'pages/s',
    better: 'higher',
    ours: 'submit to stored outputs, 2 slots',
    bare: 'engine CLI, 2 processes, one compiler',
    rounds: sideBySide(ours, measured.cliWithOneCompiler),
    aim: { kind: 'ratio', atLeast: 1 },
    limit: limitOf(passes),
  });
  const costs = costsOf(warm, documents);
  return {
    comparisons: [
      comparedWith('throughput, worker just started', measured.fresh, warm),
      comparedWith('throughput, second pass of the same worker', ratesOf(warm), warm),
      comparedWith('throughput, third pass, hidden text not looked for', ratesOf(plain), plain),
      withOneCompiler('throughput, second pass, CLI with one compiler as well', ratesOf(warm), warm),
      withOneCompiler('throughput, third pass, CLI with one compiler as well', ratesOf(plain), plain),
    ],
    tables: [costTable(costs)],
    costs,
    notes: [
      `${documents.length} documents, ${pagesOf(documents)} pages, json and markdown; ${underWayMax} under way at once`,
      'scans are not read: a page of them takes as long as a hundred others',
      'as shipped, ours looks for hidden text as well, which the CLI is not asked to do; the third pass does the same work as the CLI',
      'the CLI runs with Java’s own compilers, as its users run it; restricted to one of them, as our slots are, it is listed below',
      'the CLI begins with cold JVMs in every round, as does a worker that has just started',
      'ours runs its API, database and storage on the same cores as its engines; the CLI has them to itself',
    ],
  };
}

export const throughput: Bench = {
  name: 'throughput',
  about: 'submit to stored outputs with 2 slots compared with the engine CLI in 2 processes',
  rounds: { smoke: 1, standard: 5, full: 7 },
  minutes: { smoke: 2, standard: 5.5, full: 60 },
  run,
};
