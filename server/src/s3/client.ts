/** The S3 client, set up for servers other than Amazon's as well, with every wait bounded. */
import { S3Client } from '@aws-sdk/client-s3';

export type S3Settings = {
  readonly endpoint: string;
  /** Where clients reach the same storage. */
  readonly publicEndpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
  readonly socketsMax?: number;
  /** Larger files go in parts, which are repeated one by one; 1 GiB unless said. S3 takes 5 GiB at most. */
  readonly onePutBytesMax?: number;
};

/** A bucket and the way to it: what the files of this folder hand each other. */
export type Storage = { readonly client: S3Client; readonly bucket: string };

export function createClient(settings: S3Settings): S3Client {
  const agent = { keepAlive: true, maxSockets: settings.socketsMax ?? 256 };
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: settings.forcePathStyle,
    // Amazon's own default adds checksum trailers, which Ceph and others refuse with 411.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: 3_000,
      // Until the answer begins; a body may take longer as long as it keeps moving.
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      socketTimeout: 30_000,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}
