/** `octavo config`: the settings of a profile. API keys are changed by login and logout only. */
import type { Context } from '../context.ts';
import { keyValueLines } from '../display/table.ts';
import { usageError } from '../errors/cli-error.ts';
import { formatList, positiveInteger } from '../options/option-values.ts';
import { type Config, configPath, type Profile, withProfile, writeConfig } from '../settings/config-file.ts';
import { shortKey } from '../settings/settings.ts';

type SettingName = 'base_url' | 'format' | 'concurrency';

function serverUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  throw usageError(`"${value}" is not a valid server URL.`, 'Use a URL such as https://octavo.example.com.');
}

const readers: Readonly<Record<SettingName, (value: string) => string | number>> = {
  base_url: serverUrl,
  format: (value) => formatList(value, undefined).join(','),
  concurrency: positiveInteger,
};

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(readers, name);
}

function unknownSetting(name: string): Error {
  if (name === 'api_key')
    return usageError('config cannot change the API key.', 'Use octavo login and octavo logout.');
  return usageError(
    `Unknown setting "${name}".`,
    `Settings: ${[...Object.keys(readers), 'default_profile'].join(', ')}.`,
  );
}

export async function listConfig(context: Context): Promise<void> {
  const { config } = await context.settings();
  const shown = Object.fromEntries(
    Object.entries(config.profiles).map(([name, profile]) => [name, withShortKey(profile)]),
  );
  if (context.globalOptions.json) {
    context.printJson({
      path: configPath(context.environment),
      default_profile: config.default_profile,
      profiles: shown,
    });
    return;
  }
  context.print(configPath(context.environment));
  for (const [name, profile] of Object.entries(shown)) {
    context.print('');
    context.print(context.out.bold(`[${name}]${name === config.default_profile ? ' (default)' : ''}`));
    const entries = Object.entries(profile).map(([key, value]) => [key, String(value)] as const);
    for (const line of entries.length > 0 ? keyValueLines(entries, context.out) : []) context.print(line);
  }
}

function withShortKey(profile: Profile): Profile {
  return profile.api_key === undefined ? profile : { ...profile, api_key: shortKey(profile.api_key) };
}

export async function getConfig(context: Context, _: unknown, name: string): Promise<'failed' | undefined> {
  const { config, profile } = await context.settings();
  if (name !== 'default_profile' && !isSetting(name)) throw unknownSetting(name);
  const value = name === 'default_profile' ? config.default_profile : profile[name as SettingName];
  if (context.globalOptions.json) context.printJson({ [name]: value ?? null });
  else if (value !== undefined) context.print(String(value));
  return value === undefined ? 'failed' : undefined;
}

function changed(config: Config, profileName: string, name: string, value: string | undefined): Config {
  if (name === 'default_profile') return { ...config, default_profile: value ?? 'default' };
  if (!isSetting(name)) throw unknownSetting(name);
  const read = value === undefined ? undefined : readers[name](value);
  return withProfile(config, profileName, (profile) => ({ ...profile, [name]: read }) as Profile);
}

export async function setConfig(context: Context, _: unknown, name: string, value?: string): Promise<void> {
  const { config, profileName } = await context.settings();
  await writeConfig(context.environment, changed(config, profileName, name, value));
  if (context.globalOptions.json) context.printJson({ profile: profileName, [name]: value ?? null });
  else context.note(value === undefined ? `Removed ${name}.` : `Set ${name} to ${value}.`);
}
