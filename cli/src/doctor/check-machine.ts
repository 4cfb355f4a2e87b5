/** Checks this machine: versions, the settings file, proxies. */
import { stat } from 'node:fs/promises';
import type { CliEnvironment } from '../cli-environment.ts';
import { configPath } from '../settings/config-file.ts';
import { version } from '../version.ts';
import { type Check, failed, ok, warning } from './check.ts';

const nodeMajorMin = 20;

export function checkVersions({ platform }: CliEnvironment, node = process.versions.node): Check {
  const detail = `octavo ${version}, Node ${node}, ${platform} ${process.arch}`;
  if (Number(node.split('.')[0]) >= nodeMajorMin) return ok('versions', detail);
  return failed('versions', detail, `Use Node ${nodeMajorMin} or later.`, 'failed');
}

export async function checkConfig(environment: CliEnvironment): Promise<Check> {
  const path = configPath(environment);
  const found = await stat(path).catch(() => null);
  if (!found) return ok('settings', `no file (${path})`);
  const others = found.mode & 0o077;
  if (environment.platform === 'win32' || others === 0) return ok('settings', path);
  return warning(
    'settings',
    `${path} is readable by other users (mode ${(found.mode & 0o777).toString(8)})`,
    `Restrict access: chmod 600 ${path}`,
  );
}

/** Node uses a proxy only if NODE_USE_ENV_PROXY or a flag is set, and only in recent versions. */
function usesProxies({ env }: CliEnvironment, node: string): boolean {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isAble = major >= 24 || (major === 22 && minor >= 21);
  return isAble && (env['NODE_USE_ENV_PROXY'] === '1' || /--use-env-proxy/.test(env['NODE_OPTIONS'] ?? ''));
}

/** A proxy URL may contain a password. */
function withoutPassword(address: string): string {
  return address.replace(/\/\/[^/@]*@/, '//…@');
}

export function checkProxies(environment: CliEnvironment, node = process.versions.node): Check {
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
  const name = names.find((known) => environment.env[known]);
  if (!name) return ok('proxy', 'not configured');
  const detail = `${name}=${withoutPassword(environment.env[name] ?? '')}`;
  if (usesProxies(environment, node)) return ok('proxy', `${detail} is used`);
  return warning(
    'proxy',
    `${detail} is ignored by Node`,
    'If the server is only reachable through the proxy, set NODE_USE_ENV_PROXY=1 (Node 22.21, or 24 and later).',
  );
}
