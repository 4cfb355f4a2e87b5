/** An identity provider under control of the test: it counts requests for its keys, rotates them, and can be switched off. */
import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type TokenPlan = {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** `none` leaves the signature out, `public-key` signs with the public key as if it were a shared secret. */
  readonly signature?: 'none' | 'public-key' | 'stranger';
};

export type Issuer = {
  readonly url: string;
  /** Times of the requests for its keys, in ms. */
  readonly fetches: number[];
  token(plan?: TokenPlan): string;
  rotate(): void;
  /** Refuses every connection. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
};

type Key = { readonly kid: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject };

function makeKey(kid: string): Key {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength: 2_048 }) };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(text: string, key: Key, stranger: Key, how: TokenPlan['signature']): string {
  if (how === 'none') return '';
  if (how === 'public-key') {
    const secret = key.publicKey.export({ type: 'spki', format: 'pem' });
    return createHmac('sha256', secret).update(text).digest('base64url');
  }
  return createSign('sha256')
    .update(text)
    .sign((how === 'stranger' ? stranger : key).privateKey, 'base64url');
}

export async function openIssuer(audience: string): Promise<Issuer> {
  const stranger = makeKey('stranger');
  const keys = [makeKey('key-1')];
  const fetches: number[] = [];
  const jwk = ({ publicKey, kid }: Key) => ({
    ...publicKey.export({ format: 'jwk' }),
    kid,
    alg: 'RS256',
    use: 'sig',
  });
  const server: Server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/jwks') {
      fetches.push(Date.now());
      response.end(JSON.stringify({ keys: keys.map(jwk) }));
    } else {
      response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/jwks` }));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const leave = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    url,
    fetches,
    token: (plan = {}) => {
      const key = keys.at(-1) as Key;
      const now = Math.floor(Date.now() / 1_000);
      const header = { alg: 'RS256', typ: 'JWT', kid: key.kid, ...plan.header };
      const claims = {
        iss: url,
        aud: audience,
        sub: 'token-user',
        email: 'token-user@octavo.test',
        iat: now,
        exp: now + 600,
        ...plan.claims,
      };
      const text = `${encode(header)}.${encode(claims)}`;
      return `${text}.${signed(text, key, stranger, plan.signature)}`;
    },
    rotate: () => void keys.push(makeKey(`key-${keys.length + 1}`)),
    leave,
    comeBack: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    close: async () => {
      if (server.listening) await leave();
    },
  };
}
