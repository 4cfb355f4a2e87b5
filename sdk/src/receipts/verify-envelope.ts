/** Verifies a DSSE envelope with an in-toto statement offline; its signature is Ed25519. */
import type { ReceiptKeys } from '../wire.ts';

export type Envelope = {
  readonly payloadType: string;
  /** Base64. */
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
};

/** A file of a statement, and its hash. */
export type NamedDigest = { readonly name: string; readonly digest?: { readonly sha256: string } };

/** SHA-256 in hex by name: each format, `source` for the PDF, and other files of the job. */
export type Digests = Readonly<Record<string, string>>;

export type VerifiedEnvelope<Statement> =
  | {
      readonly signature: 'valid';
      readonly keyId: string;
      readonly statement: Statement;
      readonly digests: Digests;
    }
  /** `unknown_key`: none of the signatures is by one of the keys. */
  | { readonly signature: 'invalid' | 'unknown_key' };

/** One kind of statement, and the files it names. */
export type StatementKind<Statement> = {
  readonly predicateType: string;
  readonly files: (statement: Statement) => readonly NamedDigest[];
};

const payloadType = 'application/vnd.in-toto+json';

/** Null unless it is canonical base64: otherwise one signature would have several texts. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

const base64Of = (base64url: string) => {
  const text = base64url.replaceAll('-', '+').replaceAll('_', '/');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
};

/** The bytes that are signed, according to DSSE v1.0. */
function signedBytes(payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `);
  const bytes = new Uint8Array(head.length + payload.length);
  bytes.set(head);
  bytes.set(payload, head.length);
  return bytes;
}

async function isSignedBy(
  key: ReceiptKeys['keys'][number],
  bytes: Uint8Array<ArrayBuffer>,
  sig: string,
): Promise<boolean> {
  const [raw, signature] = [fromBase64(base64Of(key.x)), fromBase64(sig)];
  if (!raw || !signature) return false;
  const imported = await crypto.subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify']);
  return crypto.subtle.verify({ name: 'Ed25519' }, imported, signature, bytes);
}

function digestsOf(files: readonly NamedDigest[]): Digests {
  return Object.fromEntries(files.map(({ name, digest }) => [name, digest?.sha256 ?? '']));
}

/** A statement of another kind is invalid, however well it is signed. */
export async function verifyEnvelope<Statement extends { readonly predicateType: string }>(
  envelope: Envelope,
  keys: ReceiptKeys,
  { predicateType, files }: StatementKind<Statement>,
): Promise<VerifiedEnvelope<Statement>> {
  const payload = fromBase64(envelope.payload);
  if (!payload || envelope.payloadType !== payloadType) return { signature: 'invalid' };
  const bytes = signedBytes(payload);
  let isKnown = false;
  for (const { keyid, sig } of envelope.signatures) {
    const key = keys.keys.find(({ kid }) => kid === keyid);
    isKnown ||= key !== undefined;
    if (!key || !(await isSignedBy(key, bytes, sig))) continue;
    const statement = JSON.parse(new TextDecoder().decode(payload)) as Statement;
    if (statement.predicateType !== predicateType) break;
    return { signature: 'valid', keyId: keyid, statement, digests: digestsOf(files(statement)) };
  }
  return { signature: isKnown ? 'invalid' : 'unknown_key' };
}
