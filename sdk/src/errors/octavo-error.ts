/** The base class of all SDK errors. The message says what happened, then what to do next. */

export type OctavoErrorOptions = { readonly cause?: unknown };

export class OctavoError extends Error {
  override readonly name: string = 'OctavoError';
  /** What to do next: the sentence that the message ends with. */
  readonly nextStep: string;

  constructor(summary: string, nextStep: string, options: OctavoErrorOptions = {}) {
    super(`${summary} ${nextStep}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.nextStep = nextStep;
  }
}

/** The client was configured incorrectly. No request was sent. */
export class ConfigurationError extends OctavoError {
  override readonly name = 'ConfigurationError';
}

/** An input file cannot be read. */
export class InputError extends OctavoError {
  override readonly name = 'InputError';
}

/** A json result has a schema that this version of the SDK does not read. */
export class DocumentSchemaError extends OctavoError {
  override readonly name = 'DocumentSchemaError';
}

/** No response: the connection failed or broke, and retries did not help. */
export class ConnectionError extends OctavoError {
  override readonly name: string = 'ConnectionError';
}

/** No response in time. */
export class ConnectionTimeoutError extends ConnectionError {
  override readonly name = 'ConnectionTimeoutError';
}

/** The server responded with a redirect, which is never followed: it would send credentials to another origin. */
export class RedirectError extends OctavoError {
  override readonly name = 'RedirectError';
}

/** A webhook message has an invalid signature or is too old. */
export class WebhookVerificationError extends OctavoError {
  override readonly name = 'WebhookVerificationError';
}
