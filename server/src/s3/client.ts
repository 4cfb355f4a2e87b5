/** The S3 client, configured for servers other than Amazon's as well, with all waits bounded. */
import { S3Client } from '@aws-sdk/client-s3';

export type S3Settings = {
  readonly endpoint: string;
  /** The endpoint for clients of the same storage. */
  readonly publicEndpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Null for both: the SDK's default credential chain, for roles and temporary credentials. */
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
  readonly forcePathStyle: boolean;
  /** Whether clients send files to the public endpoint. */
  readonly directUploads?: boolean;
  readonly socketsMax?: number;
  /** Larger files are uploaded in parts, which are retried separately; 1 GiB by default. S3 allows 5 GiB at most. */
  readonly onePutBytesMax?: number;
};

/** A bucket and its client. */
export type Storage = { readonly client: S3Client; readonly bucket: string };

export const socketsMaxOf = ({ socketsMax = 256 }: S3Settings) => socketsMax;

/** To connect; until the answer starts; of silence, while a body may take longer if it keeps moving. */
export const timeouts = { connectMs: 3_000, answerMs: 60_000, idleMs: 30_000 };

export function createClient(settings: S3Settings): S3Client {
  const { accessKeyId, secretAccessKey } = settings;
  const agent = { keepAlive: true, maxSockets: socketsMaxOf(settings) };
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    forcePathStyle: settings.forcePathStyle,
    // The default adds checksum trailers, which Ceph and others refuse with 411.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      requestTimeout: timeouts.answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: timeouts.idleMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}
