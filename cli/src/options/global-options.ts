/** The options that every command accepts. */

export type GlobalOptions = {
  readonly json?: true;
  readonly quiet?: true;
  readonly debug?: true;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly timeout?: number;
};
