/** The settings file: profiles with their API keys, readable only by the owner. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CliEnvironment } from '../cli-environment.ts';
import { CliError } from '../errors/cli-error.ts';

export type Profile = {
  readonly api_key?: string;
  readonly base_url?: string;
  readonly format?: string;
  readonly concurrency?: number;
};

export type Config = {
  readonly default_profile: string;
  readonly profiles: Readonly<Record<string, Profile>>;
};

const empty: Config = { default_profile: 'default', profiles: {} };

export function configDirectory({ env, platform }: Pick<CliEnvironment, 'env' | 'platform'>): string {
  const own = env['OCTAVO_CONFIG_DIR'];
  if (own) return own;
  if (platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'octavo');
  return join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'octavo');
}

export function configPath(environment: Pick<CliEnvironment, 'env' | 'platform'>): string {
  return join(configDirectory(environment), 'config.json');
}

export async function readConfig(environment: Pick<CliEnvironment, 'env' | 'platform'>): Promise<Config> {
  const path = configPath(environment);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
    throw error;
  }
  try {
    const { default_profile = 'default', profiles = {} } = JSON.parse(text) as Partial<Config>;
    return { default_profile, profiles };
  } catch (cause) {
    const next = 'Fix or remove the file, then run octavo login.';
    throw new CliError('config_unreadable', 'usage', `${path} is not valid JSON.`, next, { cause });
  }
}

/** Atomic: the new file replaces the old one when it is complete. */
export async function writeConfig(
  environment: Pick<CliEnvironment, 'env' | 'platform'>,
  config: Config,
): Promise<string> {
  const directory = configDirectory(environment);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // A custom directory may be shared with other programs, so its mode is kept; the file itself is always private.
  if (!environment.env['OCTAVO_CONFIG_DIR']) await chmod(directory, 0o700);
  const path = configPath(environment);
  const partial = `${path}.${randomUUID().slice(0, 8)}.part`;
  const file = await open(partial, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(config, null, 2)}\n`);
    await file.sync();
    await file.close();
    await rename(partial, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
  return path;
}

export function withProfile(config: Config, name: string, change: (profile: Profile) => Profile): Config {
  return { ...config, profiles: { ...config.profiles, [name]: change(config.profiles[name] ?? {}) } };
}
