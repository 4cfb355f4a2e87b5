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

export type ScenarioContext = Facts & {
  readonly sdk: typeof Sdk;
  readonly client: Sdk.Octavo;
  readonly free: Sdk.Octavo;
  document(name: DocumentName): Promise<Uint8Array<ArrayBuffer>>;
};

export type Scenario = (context: ScenarioContext) => Promise<void>;

export type Verdict = { readonly name: string; readonly fault: string | null; readonly durationMs: number };

export function scenarioContext(
  sdk: typeof Sdk,
  facts: Facts,
  document: ScenarioContext['document'],
): ScenarioContext {
  const { baseUrl, apiKey, freeSession } = facts;
  return {
    ...facts,
    sdk,
    document,
    client: new sdk.Octavo({ apiKey, baseUrl, dangerouslyAllowBrowser: true }),
    free: new sdk.Octavo({ sessionToken: async () => freeSession, baseUrl }),
  };
}

export async function judge(name: string, scenario: Scenario, context: ScenarioContext): Promise<Verdict> {
  const startedAt = Date.now();
  const fault = await scenario(context).then(
    () => null,
    (error: unknown) => (error instanceof Error ? `${error.stack ?? error}` : `thrown: ${String(error)}`),
  );
  return { name, fault, durationMs: Date.now() - startedAt };
}
