/** The root of everything the SDK throws by itself: a sentence about what happened and one about what to do next. */

export type OctavoErrorOptions = { readonly cause?: unknown };

export class OctavoError extends Error {
  override readonly name: string = 'OctavoError';
  /** The same sentence the message ends with, for those who print it apart. */
  readonly nextStep: string;

  constructor(happened: string, nextStep: string, options: OctavoErrorOptions = {}) {
    super(`${happened} ${nextStep}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.nextStep = nextStep;
  }
}

/** The client was given something it cannot work with, before any request was made. */
export class ConfigurationError extends OctavoError {
  override readonly name = 'ConfigurationError';
}

/** A file that was handed over cannot be read. */
export class InputError extends OctavoError {
  override readonly name = 'InputError';
}

/** No answer: the connection failed or broke, and repeating did not help. */
export class ConnectionError extends OctavoError {
  override readonly name: string = 'ConnectionError';
}

/** No answer in time. */
export class ConnectionTimeoutError extends ConnectionError {
  override readonly name = 'ConnectionTimeoutError';
}

/** The service answered with a redirect, which is never followed: the credentials belong to the configured origin. */
export class RedirectError extends OctavoError {
  override readonly name = 'RedirectError';
}

/** A message claims to be a webhook of Octavo and is not, or is too old. */
export class WebhookVerificationError extends OctavoError {
  override readonly name = 'WebhookVerificationError';
}
