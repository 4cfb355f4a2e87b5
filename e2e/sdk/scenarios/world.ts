/** What every scenario is given, in whichever runtime it runs: the packed SDK, clients, and documents. */
import type * as Sdk from '@octavo/sdk';

export type DocumentName = 'rich' | 'small' | 'broken' | 'slow' | 'many-pages' | 'large';

/** Goes to the runtime as JSON. */
export type Facts = {
  readonly baseUrl: string;
  /** Of an account on the plan Business. */
  readonly apiKey: string;
  readonly session: string;
  /** Of an account on the plan Free, which has two slots. */
  readonly freeSession: string;
  /** Where a scenario may listen for webhooks; absent where the stack is not the suite's own. */
  readonly webhookHost?: string;
};

export type World = Facts & {
  readonly sdk: typeof Sdk;
  readonly client: Sdk.Octavo;
  readonly free: Sdk.Octavo;
  document(name: DocumentName): Promise<Uint8Array<ArrayBuffer>>;
};

export type Scenario = (world: World) => Promise<void>;

export type Verdict = { readonly name: string; readonly fault: string | null; readonly durationMs: number };

export function worldOf(sdk: typeof Sdk, facts: Facts, document: World['document']): World {
  const { baseUrl, apiKey, freeSession } = facts;
  return {
    ...facts,
    sdk,
    document,
    client: new sdk.Octavo({ apiKey, baseUrl, dangerouslyAllowBrowser: true }),
    free: new sdk.Octavo({ sessionToken: async () => freeSession, baseUrl }),
  };
}

export async function judge(name: string, scenario: Scenario, world: World): Promise<Verdict> {
  const startedAt = Date.now();
  const fault = await scenario(world).then(
    () => null,
    (error: unknown) => (error instanceof Error ? `${error.stack ?? error}` : `thrown: ${String(error)}`),
  );
  return { name, fault, durationMs: Date.now() - startedAt };
}
