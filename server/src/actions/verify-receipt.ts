/** Checks the signature of a receipt, and whether files are the ones it names. */
import { type Envelope, verifyEnvelope } from '../domain/dsse.ts';
import { receiptPayloadType } from '../domain/receipt.ts';
import { publicKeyOf } from '../domain/receipt-key.ts';
import type { Store } from '../ports/store.ts';

/** A file that a customer has: its name in the receipt (`markdown`, `source`, …) and its hash. */
export type NamedDigest = { readonly name: string; readonly sha256: string };

export type ReceiptVerification = {
  readonly signature: 'valid' | 'invalid' | 'unknown_key';
  readonly keyId: string | null;
  /** The signed statement; `null` unless the signature is valid. */
  readonly statement: unknown;
  /** `match` is `null` for a name that the receipt does not have. */
  readonly files: readonly { readonly name: string; readonly match: boolean | null }[];
};

type Named = { readonly name?: string; readonly digest?: { readonly sha256?: string } };
type Statement = {
  readonly subject?: readonly Named[];
  readonly predicate?: { readonly buildDefinition?: { readonly resolvedDependencies?: readonly Named[] } };
};

/** Only for a payload that this service has signed. */
function digestsOf(statement: Statement): ReadonlyMap<string, string> {
  const dependencies = statement.predicate?.buildDefinition?.resolvedDependencies ?? [];
  const source = dependencies.filter(({ name }) => name === 'source');
  return new Map(
    [...(statement.subject ?? []), ...source].map(({ name = '', digest }) => [name, digest?.sha256 ?? '']),
  );
}

export async function verifyReceipt(
  { store }: { readonly store: Pick<Store, 'receipts'> },
  envelope: Envelope,
  files: readonly NamedDigest[],
): Promise<ReceiptVerification> {
  const keys = await store.receipts.keys();
  const result = verifyEnvelope(envelope, new Map(keys.map((key) => [key.id, publicKeyOf(key)])));
  if (result.signature !== 'valid' || envelope.payloadType !== receiptPayloadType) {
    const signature = result.signature === 'valid' ? 'invalid' : result.signature;
    return {
      signature,
      keyId: null,
      statement: null,
      files: files.map(({ name }) => ({ name, match: null })),
    };
  }
  const statement = JSON.parse(result.payload.toString()) as Statement;
  const digests = digestsOf(statement);
  const match = ({ name, sha256 }: NamedDigest) => {
    const wanted = digests.get(name);
    return { name, match: wanted === undefined ? null : wanted === sha256.toLowerCase() };
  };
  return { signature: 'valid', keyId: result.keyId, statement, files: files.map(match) };
}
