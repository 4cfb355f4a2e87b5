/** Checks each hop of an outgoing request: its URL, and then every address that its name has. */
import type { AttemptFault } from '../domain/webhook.ts';
import { isAllowedAddress } from '../protocol/public-address.ts';
import { hostOf, readTarget, type TargetPolicy } from '../protocol/webhook-target.ts';
import type { Address, Resolve } from './resolve.ts';

export type HopSettings = { readonly policy: TargetPolicy };

export const redirectsMax = 3;

export class SendFault extends Error {
  readonly fault: AttemptFault;
  readonly statusCode: number | null;

  constructor(fault: AttemptFault, statusCode: number | null = null) {
    super(fault);
    this.fault = fault;
    this.statusCode = statusCode;
  }
}

export function faultOf(error: unknown, outer: AbortSignal, limit: AbortSignal): AttemptFault {
  if (error instanceof SendFault) return error.fault;
  if (outer.aborted) return 'interrupted';
  if (limit.aborted) return 'timeout';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('HPE_')) return 'invalid_response';
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)) return 'tls';
  return 'connection';
}

export async function addressesOf(
  url: URL,
  { policy }: HopSettings,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly Address[]> {
  const addresses = await resolve(hostOf(url), signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new SendFault('dns');
  });
  // All addresses must be allowed, because the name server must not decide which one is used.
  if (!addresses.every(({ address }) => isAllowedAddress(address, policy.allowedNetworks))) {
    throw new SendFault('private_address');
  }
  return addresses;
}

export function targetOf(
  text: string,
  { policy }: HopSettings,
  from: { readonly url: URL; readonly statusCode: number } | null,
): URL {
  const target = readTarget(text, policy, from?.url);
  if (target.fault === null) return target.url;
  const fault = target.fault === 'invalid_url' ? 'redirect' : target.fault;
  throw new SendFault(fault, from?.statusCode ?? null);
}
