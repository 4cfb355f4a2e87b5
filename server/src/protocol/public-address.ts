/** Which IP addresses are public. Webhooks must not reach any other. */
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Special-purpose IPv4 networks (IANA), multicast and reserved space included. */
const reservedV4 = networkList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);

/** The only IPv6 space allocated for public use; loopback, local and multicast addresses are outside. */
const publicV6 = networkList(['2000::/3']);
/** Tunnels, which embed another address, and documentation. */
const reservedV6 = networkList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** The eight groups of an IPv6 address; `null` for one with a zone, which is always local. */
function groupsOf(address: string): readonly number[] | null {
  const url = `http://[${address}]/`;
  if (!URL.canParse(url)) return null;
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::');
  const [left = [], right = []] = [head, tail ?? ''].map((half) =>
    half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16)),
  );
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/** The IPv4 address inside a mapped (`::ffff:0:0/96`) or translated (`64:ff9b::/96`) address. */
function embeddedV4(groups: readonly number[]): string | null {
  const prefix = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':');
  if (prefix !== '0:0:0:0:0:ffff' && prefix !== '64:ff9b:0:0:0:0') return null;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** Whether requests to this address are allowed. `allowed` are networks that the operator permits. */
export function isAllowedAddress(address: string, allowed: BlockList): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) return allowed.check(address, 'ipv4') || !reservedV4.check(address, 'ipv4');
  const groups = groupsOf(address);
  if (!groups) return false;
  const inner = embeddedV4(groups);
  if (inner) return isAllowedAddress(inner, allowed);
  const plain = groups.map((group) => group.toString(16)).join(':');
  if (allowed.check(plain, 'ipv6')) return true;
  return publicV6.check(plain, 'ipv6') && !reservedV6.check(plain, 'ipv6');
}
