/** The oldest standard encryption of PDF (RC4, 40 bit): weak, and enough to test how passwords are handled. */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';

export type Encryption = {
  readonly dictionary: string;
  /** First element of the trailer's ID, in hex; the key depends on it. */
  readonly id: string;
  encrypt(objectNumber: number, plain: Buffer): Buffer;
};

const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const keyBytes = 5;
const permissions = -44;
const id = '0123456789abcdef0123456789abcdef';

/** Anyone can open a file with an empty user password. */
export function encryptWith(userPassword: string): Encryption {
  const owner = rc4(md5(padded('owner')).subarray(0, keyBytes), padded(userPassword));
  const permissionBytes = Buffer.alloc(4);
  permissionBytes.writeInt32LE(permissions);
  const seed = Buffer.concat([padded(userPassword), owner, permissionBytes, Buffer.from(id, 'hex')]);
  const key = md5(seed).subarray(0, keyBytes);
  const user = rc4(key, padding);
  return {
    id,
    dictionary:
      `<< /Filter /Standard /V 1 /R 2 /Length 40 /P ${permissions} ` +
      `/O <${owner.toString('hex')}> /U <${user.toString('hex')}> >>`,
    encrypt: (objectNumber, plain) => rc4(objectKey(key, objectNumber), plain),
  };
}

function objectKey(key: Buffer, objectNumber: number): Buffer {
  const salt = Buffer.from([objectNumber & 255, (objectNumber >> 8) & 255, (objectNumber >> 16) & 255, 0, 0]);
  return md5(Buffer.concat([key, salt])).subarray(0, keyBytes + 5);
}

const padded = (password: string) =>
  Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, padding.length);
const md5 = (value: Buffer) => createHash('md5').update(value).digest();

function rc4(key: Buffer, plain: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => {
    const kept = state[a] ?? 0;
    state[a] = state[b] ?? 0;
    state[b] = kept;
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    plain.map((byte) => {
      i = (i + 1) & 255;
      j = (j + (state[i] ?? 0)) & 255;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
    }),
  );
}
