/** `octavo login` and `octavo logout`: store and remove an API key. */
import type { Context } from '../context.ts';
import { readAll } from '../convert/read-password.ts';
import { isInteractive, prompt, promptSecret } from '../display/prompt.ts';
import { shellWord } from '../display/shell-word.ts';
import { safeText } from '../display/style.ts';
import { CliError, usageError } from '../errors/cli-error.ts';
import { withProfile, writeConfig } from '../settings/config-file.ts';

type Flags = { readonly withKey?: true };

function checkedKey(key: string): string {
  if (/^oct_[0-9a-f]{40}$/.test(key)) return key;
  const message =
    key === ''
      ? 'No API key was given.'
      : 'This is not a complete API key: expected oct_ followed by 40 characters.';
  throw new CliError(
    'key_malformed',
    'auth',
    message,
    'Create a key in the dashboard or with octavo keys create, and copy all of it.',
  );
}

/** From stdin, --api-key or a prompt, never from the stored settings. */
async function readKey({ environment, globalOptions }: Context, flags: Flags): Promise<string> {
  if (flags.withKey) return checkedKey((await readAll(environment.stdin)).trim());
  if (globalOptions.apiKey) return checkedKey(globalOptions.apiKey.trim());
  if (isInteractive(environment)) return checkedKey((await promptSecret(environment, 'API key: ')).trim());
  throw usageError(
    'Cannot prompt for the API key: this is not a terminal.',
    'Pipe it in: octavo login --with-key < key.txt',
  );
}

async function readBaseUrl(context: Context): Promise<string> {
  const { baseUrl } = await context.settings();
  if (baseUrl) return baseUrl.value;
  const { environment } = context;
  const url = isInteractive(environment) ? await prompt(environment, 'Server URL: ') : '';
  if (url !== '') return url;
  throw usageError(
    'No server configured.',
    'Run octavo login --base-url <url>, such as https://octavo.example.com.',
  );
}

export async function login(context: Context, flags: Flags): Promise<void> {
  const { environment, globalOptions, note, err } = context;
  const { config, profileName } = await context.settings();
  const baseUrl = await readBaseUrl(context);
  const apiKey = await readKey(context, flags);
  const client = await context.client({ apiKey, baseUrl });
  const account = await client.account.me();
  const isFirst = Object.keys(config.profiles).length === 0;
  const next = withProfile(config, profileName, (profile) => ({
    ...profile,
    api_key: apiKey,
    base_url: client.baseUrl,
  }));
  const path = await writeConfig(environment, isFirst ? { ...next, default_profile: profileName } : next);
  const left = account.pages_limit - account.pages_used;
  if (globalOptions.json) {
    context.printJson({ profile: profileName, base_url: client.baseUrl, config: path, account });
    return;
  }
  note(
    `${err.green('Signed in')} as ${safeText(account.email)} (plan ${account.tier}, ${left.toLocaleString('en-US')} pages left this month).`,
  );
  note(`API key stored in ${path} (readable only by you).`);
  const choice = profileName === 'default' || isFirst ? '' : ` --profile ${shellWord(profileName)}`;
  note(`${err.cyan('next:')}  octavo convert report.pdf${choice}`);
}

export async function logout(context: Context): Promise<void> {
  const { config, profileName } = await context.settings();
  const stored = config.profiles[profileName]?.api_key !== undefined;
  if (stored)
    await writeConfig(
      context.environment,
      withProfile(config, profileName, ({ api_key: _, ...rest }) => rest),
    );
  if (context.globalOptions.json) context.printJson({ profile: profileName, forgotten: stored });
  else if (stored)
    context.note('API key removed. It stays valid until you revoke it: octavo keys revoke <id>.');
  else context.note(`No API key is stored in profile ${profileName}.`);
}
