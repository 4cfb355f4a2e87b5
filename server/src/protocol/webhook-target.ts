/** Which URLs a webhook may have: checked when it is registered, and again for every request and redirect. */
import { type BlockList, isIP } from 'node:net';
import { isAllowedAddress } from './public-address.ts';

export type TargetPolicy = {
  /** Without TLS, anyone on the network path can read and change what is sent. */
  readonly allowHttp: boolean;
  /** Networks that the operator allows although they are not public. */
  readonly allowedNetworks: BlockList;
};

export type TargetFault = 'invalid_url' | 'insecure_url' | 'private_address';

export type Target = { readonly url: URL; readonly fault: null } | { readonly fault: TargetFault };

/** The host without the brackets that URLs put around IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Names of the machine itself (RFC 6761), which need no DNS to be known. */
const loopbackName = /^(.+\.)?localhost\.?$/i;

function mayConnect(host: string, { allowedNetworks }: TargetPolicy): boolean {
  const addresses = loopbackName.test(host) ? ['127.0.0.1', '::1'] : [host];
  return addresses.some((address) => !isIP(address) || isAllowedAddress(address, allowedNetworks));
}

/** Checks without DNS; names are resolved only when a request is made. */
export function readTarget(text: string, policy: TargetPolicy, base?: URL): Target {
  if (!URL.canParse(text, base?.href)) return { fault: 'invalid_url' };
  const url = new URL(text, base);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return { fault: 'invalid_url' };
  if (url.protocol === 'http:' && !policy.allowHttp) return { fault: 'insecure_url' };
  if (!mayConnect(hostOf(url), policy)) return { fault: 'private_address' };
  url.hash = '';
  return { url, fault: null };
}
