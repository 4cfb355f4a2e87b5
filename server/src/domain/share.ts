/** Share links: who has the token of one can read one result, or one block of it, until the link expires or is revoked. */
import { createHash, randomBytes } from 'node:crypto';

/** The only block that a link shows. */
export type SharedElement = {
  /** JSON pointer into the json output: `/kids/40`. */
  readonly ref: string;
  /** Of the reading index: in another conversion of the job, the pointer may lead to another block. */
  readonly readingSha256: string;
};

export type Share = {
  readonly id: string;
  readonly jobId: string;
  /** For its owner, to tell links apart. */
  readonly name: string | null;
  /** `null` shares the whole result. */
  readonly element: SharedElement | null;
  /** Whether the submitted PDF is shared too. */
  readonly withSource: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

const dayMs = 86_400_000;
export const shareDaysDefault = 7;
export const shareDaysMax = 90;
export const shareNameLengthMax = 64;
export const sharesPerJobMax = 50;

const tokenPrefix = 'shr_';
const wellFormed = /^shr_[A-Za-z0-9_-]{43}$/;
const topLevelBlock = /^\/kids\/(0|[1-9]\d{0,8})$/;

export function newShareToken(random: Buffer = randomBytes(32)): string {
  return tokenPrefix + random.toString('base64url');
}

export function isShareToken(text: string): boolean {
  return wellFormed.test(text);
}

/** What is stored: 256 random bits need no salt and no slow hash. */
export function hashShareToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The index in `kids` of the json output; `null` for anything but a block at the top level. */
export function kidOfRef(ref: string): number | null {
  const index = topLevelBlock.exec(ref)?.[1];
  return index === undefined ? null : Number(index);
}

export const daysAfter = (now: Date, days: number) => new Date(now.getTime() + days * dayMs);

/** A link does not outlive its job. */
export function shareEnd(share: Pick<Share, 'expiresAt'>, job: { readonly expiresAt: Date | null }): Date {
  return job.expiresAt !== null && job.expiresAt < share.expiresAt ? job.expiresAt : share.expiresAt;
}
