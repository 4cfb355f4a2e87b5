/** Where a webhook may lead: checked when it is registered, and again for every request and redirect. */
import { type BlockList, isIP } from 'node:net';
import { isAllowedAddress } from './public-address.ts';

export type TargetPolicy = {
  /** Without TLS anybody on the way reads and changes what is sent. */
  readonly allowHttp: boolean;
  /** Networks the operator opened although they are not public. */
  readonly allowedNetworks: BlockList;
};

export type TargetFault = 'invalid_url' | 'insecure_url' | 'private_address';

export type Target = { readonly url: URL; readonly fault: null } | { readonly fault: TargetFault };

/** The host without the brackets that URLs put around IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** What can be said without asking anybody; a name is looked up only when a request is made. */
export function readTarget(text: string, policy: TargetPolicy, base?: URL): Target {
  if (!URL.canParse(text, base?.href)) return { fault: 'invalid_url' };
  const url = new URL(text, base);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return { fault: 'invalid_url' };
  if (url.protocol === 'http:' && !policy.allowHttp) return { fault: 'insecure_url' };
  const host = hostOf(url);
  if (isIP(host) && !isAllowedAddress(host, policy.allowedNetworks)) return { fault: 'private_address' };
  url.hash = '';
  return { url, fault: null };
}
