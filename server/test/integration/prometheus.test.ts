/** Prometheus scrapes the API and a worker with the shipped rules: series arrive, an alert fires and clears. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../testkit/processes/free-port.ts';
import { atEnd } from '../at-end.ts';
import { fixturePath } from '../fixtures/golden.ts';
import { startWholeService, type WholeService } from './whole-service.ts';

const deploy = fileURLToPath(new URL('../../../deploy/', import.meta.url));
const token = 'scrape-me';

/** The shipped rules with shorter durations: seconds instead of minutes. */
function writeConfiguration(directory: string, ports: { api: number; worker: number }): void {
  const rules = readFileSync(join(deploy, 'prometheus/rules.yml'), 'utf8');
  writeFileSync(join(directory, 'rules.yml'), rules.replaceAll(/for: \d+[mh]/g, 'for: 2s'));
  const job = (name: string, port: number) =>
    `  - job_name: ${name}\n    authorization: { credentials: ${token} }\n    static_configs: [{ targets: ["127.0.0.1:${port}"] }]\n`;
  writeFileSync(
    join(directory, 'prometheus.yml'),
    `global: { scrape_interval: 1s, evaluation_interval: 1s }\nrule_files: [rules.yml]\nscrape_configs:\n${job('octavo-api', ports.api)}${job('octavo-worker', ports.worker)}`,
  );
}

async function startPrometheus(ports: { api: number; worker: number }): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'octavo-prometheus-'));
  writeConfiguration(directory, ports);
  const port = await freePort();
  const child: ChildProcess = spawn(
    'prometheus',
    [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  atEnd(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(directory, { recursive: true, force: true });
  });
  return `http://127.0.0.1:${port}`;
}

let service: WholeService;
let prometheus: string;

type Sample = { metric: Record<string, string>; value: [number, string] };

async function query(expression: string): Promise<readonly Sample[]> {
  const answer = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(expression)}`).catch(
    () => null,
  );
  if (!answer?.ok) return [];
  return ((await answer.json()) as { data: { result: Sample[] } }).data.result;
}

async function until(what: string, condition: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const isFiring = async (alert: string) =>
  (await query(`ALERTS{alertname="${alert}", alertstate="firing"}`)).length > 0;

/** One is written by the backup job of the operator, the other appears with the first failure. */
const notOfAHealthyService = ['octavo_backup_last_success_timestamp_seconds', 'octavo_sweep_failures_total'];

/** Metric names of the service and the runtime in a text of rules or panels. */
const namesIn = (text: string) =>
  new Set([...text.matchAll(/\b((?:octavo|nodejs|process)_[a-z0-9_]+)/g)].map(([, name]) => name ?? ''));

beforeAll(async () => {
  const worker = await freePort();
  service = await startWholeService({
    OCTAVO_METRICS_TOKEN: `an-old-one,${token}`,
    OCTAVO_WORKER_HTTP_PORT: String(worker),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  });
  const { msg = '' } = await service.api.logged(/listening at/);
  prometheus = await startPrometheus({ api: Number(new URL(msg.replace(/^.* /, '')).port), worker });
});

describe('Prometheus', () => {
  it('fires an alert while no worker runs, and clears it when one does', async () => {
    const { id } = await service.submit(readFileSync(fixturePath('headings')));
    await until('the alert fires', () => isFiring('OctavoWorkersDown'));
    await until('the job is seen to wait', async () => {
      const [waiting] = await query('octavo_queue_jobs{plan="free"}');
      return waiting?.value[1] === '1';
    });
    await service.startWorker();
    await service.waitFor(id, ['done'], 60_000);
    await until('the alert clears', async () => !(await isFiring('OctavoWorkersDown')));
    expect(await isFiring('OctavoApiDown')).toBe(false);
    await until('the queue is empty', async () => {
      const [depth] = await query('sum(octavo_queue_jobs)');
      return depth?.value[1] === '0';
    });
  }, 180_000);

  it('counts attempts by result, pages and slots', async () => {
    await until('the attempt is counted', async () => {
      const [done] = await query('octavo_attempts_total{end="done", class="none"}');
      return done?.value[1] === '1';
    });
    const [slots] = await query('sum(octavo_slots)');
    expect(slots?.value[1]).toBe(String(availableParallelism()));
    const [pages] = await query('sum(octavo_pages_converted_total)');
    expect(Number(pages?.value[1])).toBeGreaterThan(0);
  });

  it('has every series that the rules and the dashboard use', async () => {
    const named = namesIn(
      readFileSync(join(deploy, 'prometheus/rules.yml'), 'utf8') +
        readFileSync(join(deploy, 'grafana/octavo.json'), 'utf8'),
    );
    expect(named.size).toBeGreaterThan(15);
    for (const name of notOfAHealthyService) expect(named.delete(name), name).toBe(true);
    const missing = async () => {
      const known = await Promise.all(
        [...named].map(async (name) => ((await query(`{__name__="${name}"}`)).length > 0 ? [] : [name])),
      );
      return known.flat();
    };
    await until('every series', async () => (await missing()).length === 0).catch(async () => {
      expect(await missing()).toEqual([]);
    });
  }, 120_000);

  it('is refused without a token', async () => {
    const port = service.env['OCTAVO_WORKER_HTTP_PORT'];
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(401);
    expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
    expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).toEqual({
      status: 'ok',
      checks: { database: 'ok', storage: 'ok' },
    });
  });
});

describe('the rules', () => {
  const promtool = (...args: string[]) =>
    execFileSync('promtool', args, { cwd: join(deploy, 'prometheus'), encoding: 'utf8', stdio: 'pipe' });

  it('are valid and pass their unit tests', () => {
    expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml')).toContain('SUCCESS');
    expect(promtool('test', 'rules', 'rules.test.yml')).toContain('SUCCESS');
  });
});
