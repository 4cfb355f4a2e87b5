/** Who signs in at the development provider: any e-mail address or name becomes a user, and there are no passwords. */
import { domainToASCII } from 'node:url';

export type User = { readonly subject: string; readonly email: string };
export type SignInName = { readonly user: User } | { readonly problem: string };

/** Addresses of users who sign in with a name only; `.test` is reserved and never receives mail. */
const nameDomain = 'octavo.test';
const emailCharsMax = 254;
const nameCharsMax = 64;

export const emailOf = (name: string) => `${name}@${nameDomain}`;

/** Only what can never be an address is refused: the address is not used to send mail. */
const addressPattern = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\].]+(\.[^\s@<>"(),:;\\[\].]+)*$/u;

/** `Zoë Müller` becomes `zoe.muller`; other scripts become punycode, so that the result fits into an address. */
function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._-]+/gu, '.')
    .replace(/^[._-]+|[._-]+$/gu, '');
  return /^[\u0020-\u007e]*$/.test(plain) ? plain : domainToASCII(plain);
}

function byAddress(address: string): SignInName {
  if (address.length > emailCharsMax) return { problem: 'This e-mail address is too long.' };
  if (!addressPattern.test(address)) {
    return { problem: 'This e-mail address is not complete. Enter one such as ada@example.com.' };
  }
  const subject = address.toLowerCase();
  // The address of a user who signed in with a name leads to the same account.
  const isNamed = subject.endsWith(`@${nameDomain}`);
  return { user: { subject: isNamed ? subject.slice(0, -nameDomain.length - 1) : subject, email: address } };
}

export function readSignInName(typed: string): SignInName {
  const name = typed.trim();
  if (name === '') return { problem: 'Enter an e-mail address or a name.' };
  if (name.includes('@')) return byAddress(name);
  const slug = slugOf(name);
  if (slug === '') return { problem: 'A name needs at least one letter or digit.' };
  if (slug.length > nameCharsMax) return { problem: `Enter a name of at most ${nameCharsMax} characters.` };
  return { user: { subject: slug, email: emailOf(slug) } };
}

/**
 * Remembers how users wrote their address: the subject is in lower case, so that capitals do not make another account.
 * It lives as long as the provider's sessions, which are in memory too.
 */
export class OidcAccounts {
  readonly #written = new Map<string, string>();

  remember({ subject, email }: User): void {
    if (email === defaultEmail(subject)) this.#written.delete(subject);
    else this.#written.set(subject, email);
  }

  emailOf(subject: string): string {
    return this.#written.get(subject) ?? defaultEmail(subject);
  }
}

const defaultEmail = (subject: string) => (subject.includes('@') ? subject : emailOf(subject));
