/** Thrown by requests when the user is not signed in any more. */
export class SessionExpiredError extends Error {
  override readonly name = 'SessionExpiredError';
}
