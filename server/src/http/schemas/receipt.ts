/** Receipts on the wire: the DSSE envelope, the keys that sign it, and the answer of a verification. */
import { type Static, Type } from '@fastify/type-provider-typebox';
import type { ReceiptVerification } from '../../actions/verify-receipt.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import { exampleIds } from './examples.ts';

export const receiptMediaType = 'application/vnd.in-toto.provenance+dsse';

const keyIdExample = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';
const sha256Example = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const envelopeExample = {
  payloadType: 'application/vnd.in-toto+json',
  payload: Buffer.from('{"_type":"https://in-toto.io/Statement/v1"}').toString('base64'),
  signatures: [{ keyid: keyIdExample, sig: Buffer.alloc(64, 7).toString('base64') }],
};

/** A DSSE envelope whose payload is an in-toto statement. */
export function envelopeOf($id: string, statement: string) {
  return Type.Object(
    {
      payloadType: Type.String({ maxLength: 200, description: '`application/vnd.in-toto+json`.' }),
      payload: Type.String({ maxLength: 60_000, description: `The statement, in base64: ${statement}.` }),
      signatures: Type.Array(
        Type.Object({
          keyid: Type.String({ maxLength: 200, description: 'RFC 7638 thumbprint of the public key.' }),
          sig: Type.String({ maxLength: 200, description: 'Ed25519, in base64.' }),
        }),
        { minItems: 1, maxItems: 4 },
      ),
    },
    { $id, description: 'A DSSE v1.0 envelope.', examples: [envelopeExample] },
  );
}

export const EnvelopeBody = envelopeOf('Receipt', 'in-toto Statement v1 with SLSA provenance v1');

const Sha256 = Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: 'Of the whole file, in hex.' });

export const VerifyReceiptBody = Type.Object(
  {
    receipt: EnvelopeBody,
    files: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ maxLength: 40, description: 'A format, or `source` for the PDF.' }),
          sha256: Sha256,
        }),
        { maxItems: 20, description: 'Files to compare with the receipt.' },
      ),
    ),
  },
  {
    $id: 'VerifyReceipt',
    additionalProperties: false,
    examples: [{ receipt: envelopeExample, files: [{ name: 'markdown', sha256: sha256Example }] }],
  },
);

export const ReceiptVerificationBody = Type.Object(
  {
    signature: OneOf(['valid', 'invalid', 'unknown_key'], {
      description: '`unknown_key`: none of the signatures is by a key of this service.',
    }),
    key_id: Type.Union([Type.String(), Type.Null()], { description: 'The key that signed it.' }),
    statement: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], {
      description: 'What was signed; null unless the signature is valid.',
    }),
    files: Type.Array(
      Type.Object({
        name: Type.String(),
        match: Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Whether the file is the one of the receipt; null if the receipt does not name it.',
        }),
      }),
    ),
  },
  {
    $id: 'ReceiptVerification',
    examples: [
      {
        signature: 'valid',
        key_id: keyIdExample,
        statement: {
          _type: 'https://in-toto.io/Statement/v1',
          subject: [{ name: 'markdown', digest: { sha256: sha256Example } }],
          predicateType: 'https://slsa.dev/provenance/v1',
          predicate: { runDetails: { metadata: { invocationId: exampleIds.job } } },
        },
        files: [{ name: 'markdown', match: true }],
      },
    ],
  },
);

export const ReceiptKeysBody = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kty: Type.Literal('OKP'),
        crv: Type.Literal('Ed25519'),
        x: Type.String({ description: 'The public key, in base64url.' }),
        kid: Type.String({ description: 'RFC 7638 thumbprint.' }),
        use: Type.Literal('sig'),
        alg: Type.Literal('EdDSA'),
      }),
    ),
  },
  {
    $id: 'ReceiptKeys',
    description: 'A JSON Web Key Set (RFC 7517).',
    examples: [
      {
        keys: [
          {
            kty: 'OKP',
            crv: 'Ed25519',
            x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
            kid: keyIdExample,
            use: 'sig',
            alg: 'EdDSA',
          },
        ],
      },
    ],
  },
);

export function toVerificationBody({
  signature,
  keyId,
  statement,
  files,
}: ReceiptVerification): Static<typeof ReceiptVerificationBody> {
  return { signature, key_id: keyId, statement: statement as object | null, files: [...files] };
}
