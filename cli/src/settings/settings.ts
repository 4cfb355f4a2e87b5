/** What a call works with: an option goes before a variable, a variable before the stored profile. */

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
  const asked = firstValue([globalOptions.profile, '--profile'], [env['OCTAVO_PROFILE'], 'OCTAVO_PROFILE']);
  const profileName = asked?.value ?? config.default_profile;
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
  throw usageError(
    'It is not known where the service answers.',
    'Name it once with octavo login --base-url https://octavo.example.com, or set OCTAVO_BASE_URL.',
  );
}

export function requiredKey({ apiKey, profileName, config }: Settings): string {
  if (apiKey) return apiKey.value;
  const others = Object.keys(config.profiles).filter((name) => config.profiles[name]?.api_key);
  const hint =
    others.length > 0 ? ` Keys are stored for ${others.join(', ')}: choose one with --profile.` : '';
  throw new CliError(
    'not_signed_in',
    'auth',
    `There is no API key in the profile ${profileName}.`,
    `Sign in with octavo login, or set OCTAVO_API_KEY.${hint}`,
  );
}

/** Enough to know it by, as the service shows it. */
export function shortKey(key: string): string {
  return key.length > 16 ? `${key.slice(0, 12)}…` : '…';
}
