/** Scenario `tokens`: forged, valid and unusual session tokens, and floods of unknown key ids, with the provider up and down. */

import { setTimeout as delay } from 'node:timers/promises';
import { type Issuer, openIssuer, type TokenPlan } from '@octavo/testkit/accounts/fake-issuer.ts';
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import type { TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import { observedFigure } from './figures.ts';

const sizes = { short: 100, full: 1_000 };
const fetchEveryMs = 30_000;
/** How long the service uses keys without asking the provider whether they are still the same. */
const keysMaxAgeMs = 600_000;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

const refusedPlans = (issuer: Issuer, audience: string): Readonly<Record<string, TokenPlan>> => ({
  'alg none': { header: { alg: 'none' }, signature: 'none' },
  'alg none with a signature': { header: { alg: 'none' } },
  'HS256 with the public key as secret': { header: { alg: 'HS256' }, signature: 'public-key' },
  'RS256 with an HS256 signature': { signature: 'public-key' },
  'signed by a stranger under a known key id': { signature: 'stranger' },
  'another issuer': { claims: { iss: 'https://elsewhere.test' } },
  'an issuer with a slash more': { claims: { iss: `${issuer.url}/` } },
  'another audience': { claims: { aud: 'https://elsewhere.test' } },
  'no audience': { claims: { aud: undefined } },
  'expired beyond the skew': { claims: { exp: nowSeconds() - 30 } },
  'not yet valid beyond the skew': { claims: { nbf: nowSeconds() + 60 } },
  'without an end': { claims: { exp: undefined } },
  'without a subject': { claims: { sub: undefined } },
  'its own key in the header': {
    header: { jwk: { kty: 'RSA' }, jku: 'http://127.0.0.1:1/jwks' },
    signature: 'stranger',
  },
  'an unknown critical header': { header: { crit: ['b64x'], b64x: true } },
  'an audience that only begins alike': { claims: { aud: `${audience}.evil` } },
});

const acceptedPlans: Readonly<Record<string, () => TokenPlan>> = {
  'as it should be': () => ({}),
  'expired within the skew': () => ({ claims: { exp: nowSeconds() - 2 } }),
  'not yet valid within the skew': () => ({ claims: { nbf: nowSeconds() + 3 } }),
  'several audiences': () => ({ claims: { aud: ['https://other.test', 'https://api.octavo.test'] } }),
};

async function expectStatus(
  environment: TestEnvironment,
  node: string,
  name: string,
  token: string,
  status: number,
  id = 'I20',
) {
  const reply = await sendRequest(node, '/auth/me', { caller: { session: token } });
  observe(environment.journal, id, `${name}: ${reply.status} instead of ${status}`, reply.status === status);
  return reply;
}

async function refuseForged(
  environment: TestEnvironment,
  node: string,
  issuer: Issuer,
  when: string,
): Promise<void> {
  for (const [name, plan] of Object.entries(refusedPlans(issuer, environment.set.audience))) {
    await expectStatus(environment, node, `${name}, ${when}`, issuer.token(plan), 401, 'I15');
  }
}

/** Unknown key ids, in parallel and in sequence, must not cause more requests to the provider. */
async function flood(
  environment: TestEnvironment,
  node: string,
  issuer: Issuer,
  count: number,
  statuses: readonly number[],
) {
  const began = Date.now();
  const before = issuer.fetches.length;
  const send = async (number: number) => {
    const token = issuer.token({ header: { kid: `unknown-${environment.random.below(1e9)}-${number}` } });
    const { status } = await sendRequest(node, '/auth/me', { caller: { session: token } });
    observe(environment.journal, 'I20', `an unknown key id answered ${status}`, statuses.includes(status));
  };
  for (let done = 0; done < count; done += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - done) }, (_, number) => send(done + number)));
  }
  const fetched = issuer.fetches.length - before;
  const allowed = 1 + Math.ceil((Date.now() - began) / fetchEveryMs);
  observe(
    environment.journal,
    'I20',
    `${count} unknown key ids made ${fetched} fetches in ${Date.now() - began} ms`,
    fetched <= allowed,
  );
  return fetched;
}

const untilAfter = (issuer: Issuer, ageMs: number) =>
  delay(Math.max(0, (issuer.fetches.at(-1) ?? 0) + ageMs + 1_000 - Date.now()));

/** While the provider is down, cached keys still accept its tokens and reject forged ones. */
async function whileAway({ environment, isFull }: Context, node: string, issuer: Issuer): Promise<void> {
  const good = (when: string) =>
    expectStatus(environment, node, `known key id, ${when}`, issuer.token(), 200);
  await good('provider down');
  await refuseForged(environment, node, issuer, 'provider down');
  await untilAfter(issuer, fetchEveryMs);
  await good('provider down for long');
  const unknown = issuer.token({ header: { kid: 'new' } });
  const away = await expectStatus(environment, node, 'unknown key id, provider down', unknown, 503);
  observe(environment.journal, 'I20', 'the 503 has Retry-After', away.headers.has('retry-after'));
  await refuseForged(environment, node, issuer, 'provider down for long');
  if (!isFull) return;
  // Only now are the cached keys stale, and the service falls back on them.
  await untilAfter(issuer, keysMaxAgeMs);
  await good('provider down for longer than its keys are used');
  await refuseForged(environment, node, issuer, 'provider down for longer than its keys are used');
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const count = sizes[size];
  const { audience } = environment.set;
  const issuer = await openIssuer(audience);
  try {
    const api = await environment.fleet.startApi({ OCTAVO_OIDC_ISSUER: issuer.url });
    await api.ready();
    const node = api.url;
    for (const [name, plan] of Object.entries(acceptedPlans))
      await expectStatus(environment, node, name, issuer.token(plan()), 200);
    await refuseForged(environment, node, issuer, 'provider up');
    const floodFetches = await flood(environment, node, issuer, count, [401]);
    await issuer.leave();
    await whileAway(context, node, issuer);
    const old = issuer.token();
    await issuer.comeBack();
    issuer.rotate();
    await expectStatus(environment, node, 'signed with a new key', issuer.token(), 200);
    await expectStatus(environment, node, 'signed with the key before', old, 200);
    const backFetches = await flood(environment, node, issuer, count, [401]);
    return {
      load: `${count} unknown key ids × 2, ${Object.keys(refusedPlans(issuer, audience)).length} forged`,
      figures: [
        observedFigure(environment.journal, 'I15', 'wrong accepts'),
        observedFigure(environment.journal, 'I20', 'wrong refusals, statuses or key fetches'),
      ],
      notes: [`${floodFetches} and ${backFetches} fetches of the keys under the two floods`],
    };
  } finally {
    await issuer.close();
  }
}

export const tokens: Scenario = {
  name: 'tokens',
  about: 'forged, unusual and unknown session tokens, with the provider up and down',
  doesNotShow: 'the cryptography of the library that checks signatures is not tested',
  corruptions: [corruptions.wrongStatus],
  run,
};
