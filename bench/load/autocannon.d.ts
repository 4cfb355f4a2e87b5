/** As much of autocannon as the load uses; it brings no types of its own. */
declare module 'autocannon' {
  type Request = {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Buffer;
  };
  type Outcome = {
    readonly duration: number;
    readonly errors: number;
    readonly non2xx: number;
    readonly requests: { readonly total: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly statusCodeStats: Readonly<Record<string, unknown>>;
  };
  const autocannon: (options: {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly timeout: number;
    readonly requests: readonly Request[];
  }) => Promise<Outcome>;
  export = autocannon;
}
