/** Verifies an erasure certificate offline, with the keys of receipts. */
import type { Erasure, ReceiptKeys } from '../wire.ts';
import { type StatementKind, type VerifiedEnvelope, verifyEnvelope } from './verify-envelope.ts';

/** What was removed with a job. */
export type ErasureStatement = {
  readonly _type: string;
  readonly predicateType: string;
  /** The files: `source`, each format, `document` and `reading-index`. */
  readonly subject: readonly {
    readonly name: string;
    readonly digest: { readonly sha256: string };
    readonly annotations: { readonly bytes: number };
  }[];
  readonly predicate: {
    /** Address of the service. */
    readonly service: string;
    readonly job_id: string;
    readonly job_status: string;
    readonly reason: 'requested' | 'expired';
    readonly submitted_at: string;
    readonly requested_at: string;
    readonly erased_at: string;
    readonly removed: {
      readonly files: number;
      readonly bytes: number;
      readonly pages: number;
      readonly records: number;
      readonly reading_indexes: number;
    };
    readonly object_versions_left: number;
    readonly kept_records: readonly string[];
    readonly not_covered: readonly string[];
  };
};

export type VerifiedErasure = VerifiedEnvelope<ErasureStatement>;

const erasure: StatementKind<ErasureStatement> = {
  predicateType: 'urn:octavo:predicate-type:erasure:v1',
  files: ({ subject }) => subject,
};

/** Checks the signature with keys of `client.receipts.keys()`, or with a copy that you kept. Needs no server. */
export async function verifyErasure(envelope: Erasure, keys: ReceiptKeys): Promise<VerifiedErasure> {
  return verifyEnvelope(envelope, keys, erasure);
}
