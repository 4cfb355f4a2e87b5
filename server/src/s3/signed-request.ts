/** Requests for single objects, signed by AWS Signature Version 4 as the SDK signs them. */
import { hash } from 'node:crypto';
import { type Address, type Credentials, encodedPath, signingFor } from './signing.ts';

export type RequestToSign = {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  /** Of the body, which the storage verifies; lower-case hex. `null` without a body. */
  readonly sha256: string | null;
};

/** Headers may be added, except those that AWS begins with `x-amz-`. */
export type SignedRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
};

const sha256OfNothing = hash('sha256', '', 'hex');

export function requestSignerFor(
  { origin, host, folder }: Address,
  region: string,
  currentCredentials: () => Promise<Credentials>,
): (request: RequestToSign, now: Date) => Promise<SignedRequest> {
  const signing = signingFor(region);
  return async ({ method, key, sha256 }, now) => {
    const { accessKeyId, secretAccessKey, sessionToken } = await currentCredentials();
    const occasion = signing.at(now);
    const path = `${folder}${encodedPath(key)}`;
    const content = sha256 ?? sha256OfNothing;
    // Sorted by name.
    const headers = {
      host,
      'x-amz-content-sha256': content,
      'x-amz-date': occasion.moment,
      ...(sessionToken ? { 'x-amz-security-token': sessionToken } : {}),
    };
    const names = Object.keys(headers).join(';');
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`);
    const canonical = [method, path, '', ...lines, '', names, content].join('\n');
    const signature = signing.sign(secretAccessKey, occasion, canonical);
    const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${occasion.scope}, SignedHeaders=${names}, Signature=${signature}`;
    return { url: `${origin}${path}`, headers: { ...headers, authorization } };
  };
}
