/** Reads the configuration from the environment: a pure function to one frozen value, reporting all faults at once. */
import type { Variable } from './variable.ts';
import { configVariables } from './variables.ts';

type Read<V> = V extends Variable<infer T> ? T : never;
type Groups = typeof configVariables;
export type Config = {
  readonly [G in keyof Groups]: { readonly [K in keyof Groups[G]]: Read<Groups[G][K]> };
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

function readVariable(variable: Variable, env: Environment, faults: string[]): unknown {
  const found = env[variable.name];
  if (found === undefined || (found === '' && variable.required)) {
    if (!variable.required) return variable.fallback === null ? null : variable.read(variable.fallback);
    faults.push(`${variable.name} is not set; wanted ${variable.wanted}`);
    return undefined;
  }
  const value = variable.read(found);
  if (value === undefined) {
    const shown = variable.secret ? '***' : JSON.stringify(found);
    faults.push(`${variable.name} is ${shown}; wanted ${variable.wanted}`);
  }
  return value;
}

/** Combinations that are not allowed although each value is. */
function contradictions({ http, s3 }: Config): readonly string[] {
  return [
    ...(http.contentOrigin === new URL(http.publicUrl).origin
      ? ['OCTAVO_CONTENT_ORIGIN is the origin of OCTAVO_PUBLIC_URL; wanted another one']
      : []),
    ...((s3.accessKeyId === null) === (s3.secretAccessKey === null)
      ? []
      : ['OCTAVO_S3_ACCESS_KEY_ID and OCTAVO_S3_SECRET_ACCESS_KEY belong together; wanted both or neither']),
  ];
}

/** Throws a `ConfigError` with every fault. */
export function loadConfig(env: Environment): Config {
  const faults: string[] = [];
  const groups = Object.entries(configVariables).map(([group, variables]) => {
    const values = Object.entries(variables).map(([key, variable]) => [
      key,
      readVariable(variable as Variable, env, faults),
    ]);
    return [group, Object.freeze(Object.fromEntries(values))];
  });
  const config = Object.freeze(Object.fromEntries(groups)) as Config;
  if (faults.length === 0) faults.push(...contradictions(config));
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}
