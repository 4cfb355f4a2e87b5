/** Verifies a receipt offline: a DSSE envelope signed with Ed25519, and the hashes it names. */
import type { Receipt, ReceiptKeys } from '../wire.ts';

/** Digests of a receipt by name: each format, and `source` for the PDF. SHA-256 in hex. */
export type ReceiptDigests = Readonly<Record<string, string>>;

/** The parts of the signed statement that clients use; the rest is in-toto Statement v1 with SLSA provenance v1. */
export type ReceiptStatement = {
  readonly _type: string;
  readonly predicateType: string;
  readonly subject: readonly {
    readonly name: string;
    readonly digest: { readonly sha256: string };
    readonly annotations: {
      readonly bytes: number;
      readonly reproducible: boolean;
      readonly reasons: readonly string[];
    };
  }[];
  readonly predicate: {
    readonly buildDefinition: {
      readonly externalParameters: {
        readonly options: Readonly<Record<string, unknown>>;
        readonly pages: number;
        readonly file_name_sha256: string;
      };
      readonly resolvedDependencies: readonly {
        readonly name: string;
        readonly digest?: { readonly sha256: string };
        readonly annotations?: Readonly<Record<string, unknown>>;
      }[];
    };
    readonly runDetails: {
      readonly builder: { readonly id: string };
      readonly metadata: {
        readonly invocationId: string;
        readonly startedOn: string;
        readonly finishedOn: string;
      };
    };
  };
};

export type VerifiedReceipt =
  | {
      readonly signature: 'valid';
      readonly keyId: string;
      readonly statement: ReceiptStatement;
      readonly digests: ReceiptDigests;
    }
  /** `unknown_key`: none of the signatures is by one of the keys. */
  | { readonly signature: 'invalid' | 'unknown_key' };

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

function digestsOf({ subject, predicate }: ReceiptStatement): ReceiptDigests {
  const { resolvedDependencies } = predicate.buildDefinition;
  const source = resolvedDependencies.filter(({ name }) => name === 'source');
  return Object.fromEntries([...subject, ...source].map(({ name, digest }) => [name, digest?.sha256 ?? '']));
}

/**
 * Checks the signature with keys of `client.receipts.keys()`, or with a copy that you kept. Needs no server. Compare the
 * SHA-256 of your files with `digests`.
 */
export async function verifyReceipt(receipt: Receipt, keys: ReceiptKeys): Promise<VerifiedReceipt> {
  const payload = fromBase64(receipt.payload);
  if (!payload || receipt.payloadType !== payloadType) return { signature: 'invalid' };
  const bytes = signedBytes(payload);
  let isKnown = false;
  for (const { keyid, sig } of receipt.signatures) {
    const key = keys.keys.find(({ kid }) => kid === keyid);
    isKnown ||= key !== undefined;
    if (!key || !(await isSignedBy(key, bytes, sig))) continue;
    const statement = JSON.parse(new TextDecoder().decode(payload)) as ReceiptStatement;
    return { signature: 'valid', keyId: keyid, statement, digests: digestsOf(statement) };
  }
  return { signature: isKnown ? 'invalid' : 'unknown_key' };
}
