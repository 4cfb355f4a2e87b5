/** Verifies a receipt offline: a DSSE envelope signed with Ed25519, and the hashes it names. */
import type { Receipt, ReceiptKeys } from '../wire.ts';
import {
  type Digests,
  type StatementKind,
  type VerifiedEnvelope,
  verifyEnvelope,
} from './verify-envelope.ts';

/** Digests of a receipt by name: each format, and `source` for the PDF. SHA-256 in hex. */
export type ReceiptDigests = Digests;

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

export type VerifiedReceipt = VerifiedEnvelope<ReceiptStatement>;

const receipt: StatementKind<ReceiptStatement> = {
  predicateType: 'https://slsa.dev/provenance/v1',
  files: ({ subject, predicate }) => {
    const { resolvedDependencies } = predicate.buildDefinition;
    return [...subject, ...resolvedDependencies.filter(({ name }) => name === 'source')];
  },
};

/**
 * Checks the signature with keys of `client.receipts.keys()`, or with a copy that you kept. Needs no server. Compare the
 * SHA-256 of your files with `digests`.
 */
export async function verifyReceipt(envelope: Receipt, keys: ReceiptKeys): Promise<VerifiedReceipt> {
  return verifyEnvelope(envelope, keys, receipt);
}
