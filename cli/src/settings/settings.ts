/** The effective settings: options override environment variables, which override the stored profile. */

import type { CliEnvironment } from '../cli-environment.ts';
import { CliError, usageError } from '../errors/cli-error.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { type Config, type Profile, readConfig } from './config-file.ts';

export type SettingValue = { readonly value: string; readonly from: string };

export type Settings = {
  readonly profileName: string;
  readonly profile: Profile;
  readonly apiKey: SettingValue | null;
  readonly baseUrl: SettingValue | null;
  readonly config: Config;
};

function firstValue(...candidates: readonly (readonly [string | undefined, string])[]): SettingValue | null {
  for (const [value, from] of candidates) {
    const trimmed = value?.trim();
    if (trimmed) return { value: trimmed, from };
  }
  return null;
}

export async function readSettings(
  environment: Pick<CliEnvironment, 'env' | 'platform'>,
  globalOptions: GlobalOptions,
): Promise<Settings> {
  const config = await readConfig(environment);
  const { env } = environment;
  const chosenProfile = firstValue(
    [globalOptions.profile, '--profile'],
    [env['OCTAVO_PROFILE'], 'OCTAVO_PROFILE'],
  );
  const profileName = chosenProfile?.value ?? config.default_profile;
  const profile = config.profiles[profileName] ?? {};
  const stored = `profile ${profileName}`;
  return {
    config,
    profileName,
    profile,
    apiKey: firstValue(
      [globalOptions.apiKey, '--api-key'],
      [env['OCTAVO_API_KEY'], 'OCTAVO_API_KEY'],
      [profile.api_key, stored],
    ),
    baseUrl: firstValue(
      [globalOptions.baseUrl, '--base-url'],
      [env['OCTAVO_BASE_URL'], 'OCTAVO_BASE_URL'],
      [profile.base_url, stored],
    ),
  };
}

export function requiredBaseUrl({ baseUrl }: Settings): string {
  if (baseUrl) return baseUrl.value;
  throw usageError('No server configured.', 'Run octavo login --base-url <url>, or set OCTAVO_BASE_URL.');
}

export function requiredKey({ apiKey, profileName, config }: Settings): string {
  if (apiKey) return apiKey.value;
  const others = Object.keys(config.profiles).filter((name) => config.profiles[name]?.api_key);
  const hint =
    others.length > 0 ? ` Profiles with a key: ${others.join(', ')}; select one with --profile.` : '';
  throw new CliError(
    'not_signed_in',
    'auth',
    `No API key in profile ${profileName}.`,
    `Run octavo login, or set OCTAVO_API_KEY.${hint}`,
  );
}

/** The prefix of a key, as the server shows it. */
export function shortKey(key: string): string {
  return key.length > 16 ? `${key.slice(0, 12)}…` : '…';
}
