/** `npm run services -- up|down|status|wipe [service …] [--set NAME]`: the real services, on loopback, without containers. */
import { parseArgs } from 'node:util';
import { envFilePath } from '@octavo/testkit/services/env-file.ts';
import { down, environmentOf, services, status, up, wipe } from '@octavo/testkit/services/manage.ts';
import {
  ServiceError,
  type ServiceName,
  type ServiceSet,
  serviceNames,
  serviceSet,
} from '@octavo/testkit/services/service-set.ts';

const usage = `usage: npm run services -- <command> [postgres] [s3] [oidc] [--set NAME]

  up       start what is not running, wait until it answers, print the variables to export
  down     stop, keep the data
  status   show each process; exit code 0 only if everything is up
  wipe     stop the whole set and remove its data

Sets run side by side on their own ports: dev (the default), test, bench, or any name.`;

const commands: Record<string, (set: ServiceSet, names: readonly ServiceName[]) => Promise<number>> = {
  async up(set, names) {
    for (const { name, wasRunning, ms } of await up(set, names)) {
      const how = wasRunning ? 'already up' : `started in ${(ms / 1000).toFixed(1)} s`;
      console.log(`${name.padEnd(10)}${services[name].describe(set).padEnd(46)}${how}`);
    }
    console.log(`\n# also in ${envFilePath(set)}`);
    for (const [name, value] of Object.entries(environmentOf(set))) console.log(`export ${name}=${value}`);
    return 0;
  },
  async down(set, names) {
    await down(set, names);
    console.log(`set ${set.name}: ${names.join(', ')} down`);
    return 0;
  },
  async status(set) {
    const { isUp, processes } = await status(set);
    for (const { process, pid, port, startedAt } of processes) {
      const place = port === null ? '' : `port ${port}`;
      const state =
        pid === null ? 'down' : `up    pid ${String(pid).padEnd(9)}${place.padEnd(12)}for ${age(startedAt)}`;
      console.log(`${process.padEnd(10)}${state}`);
    }
    if (!isUp) console.log(`set ${set.name} is not fully up`);
    return isUp ? 0 : 1;
  },
  async wipe(set) {
    await wipe(set);
    console.log(`set ${set.name}: down, its data removed`);
    return 0;
  },
};

function age(since: Date | null): string {
  const seconds = Math.round((Date.now() - (since?.getTime() ?? Date.now())) / 1000);
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${Math.floor(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { set: { type: 'string', default: 'dev' }, help: { type: 'boolean', short: 'h' } },
  });
  const [verb = '', ...asked] = positionals;
  const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined;
  if (values.help || command === undefined) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  if (process.platform !== 'linux') {
    throw new ServiceError(
      'these services run on Linux; elsewhere use: docker compose -f deploy/compose.services.yaml up',
    );
  }
  const unknown = asked.find((name) => !serviceNames.some((known) => known === name));
  if (unknown !== undefined)
    throw new ServiceError(`"${unknown}" is not a service: ${serviceNames.join(', ')}`);
  if (verb === 'wipe' && asked.length > 0)
    throw new ServiceError('wipe takes the whole set, not one service');
  const names = asked.length > 0 ? serviceNames.filter((name) => asked.includes(name)) : serviceNames;
  return command(serviceSet(values.set, process.env), names);
}

try {
  process.exitCode = await main();
} catch (error) {
  const isExplained =
    error instanceof ServiceError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isExplained ? (error as Error).message : error);
  process.exitCode = 1;
}
