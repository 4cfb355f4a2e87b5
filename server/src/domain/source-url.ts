/** Why the file behind a source URL could not be fetched, as its owner is told. */
import { OctavoError } from './errors.ts';
import type { AttemptFault } from './webhook.ts';

export const sourceUrlCharsMax = 2_048;

const sentences: Partial<Record<AttemptFault, string>> = {
  redirect: 'It redirects to a URL that is not valid.',
  too_many_redirects: 'It redirects more than three times.',
  private_address: 'It leads to an address that is not public.',
  insecure_url: 'It must start with https://, also after redirects.',
  timeout: 'The server did not send the file in time.',
  dns: 'The name of the server could not be resolved.',
  connection: 'The connection failed or was closed before the end.',
  tls: 'The certificate or TLS of the server is not valid.',
  invalid_response: 'The answer of the server is not a plain file over HTTP.',
};

export function sourceUrlFailed(
  fault: AttemptFault,
  statusCode: number | null,
  cause?: unknown,
): OctavoError {
  const status = `The server answered ${statusCode ?? 'nothing'}.`;
  const why = fault === 'status' ? status : (sentences[fault] ?? 'It failed.');
  return new OctavoError('source_url_failed', `The file of source_url could not be fetched. ${why}`, {
    cause,
  });
}
