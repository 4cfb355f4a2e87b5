import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isAllowedAddress, networkList } from './public-address.ts';

const none = new BlockList();

describe('addresses blocked for webhooks', () => {
  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local', '169.254.0.1'],
    ['cloud metadata service', '169.254.169.254'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.7'],
    ['documentation', '203.0.113.9'],
    ['6to4 relays', '192.88.99.1'],
    ['benchmarks', '198.18.0.1'],
    ['benchmarks', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.250'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fd12:3456::1'],
    ['cloud metadata service', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['Teredo', '2001:0:4136:e378::1'],
    ['ORCHID', '2001:20::1'],
    ['6to4 of a private address', '2002:a00:1::1'],
    ['6to4 of a public address', '2002:808:808::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped loopback in hex', '::ffff:7f00:1'],
    ['IPv4-mapped private', '0:0:0:0:0:ffff:10.1.2.3'],
    ['IPv4-compatible loopback', '::127.0.0.1'],
    ['NAT64 of metadata', '64:ff9b::169.254.169.254'],
    ['NAT64 of a private address', '64:ff9b::a00:1'],
    ['local NAT64', '64:ff9b:1::808:808'],
    ['discard only', '100::1'],
    ['segment routing', '5f00::1'],
    ['not an address', 'example.com'],
    ['not an address', ''],
    ['unusual notation', '0177.0.0.1'],
    ['unusual notation', '2130706433'],
  ])('%s: %s', (_, address) => expect(isAllowedAddress(address, none)).toBe(false));
});

describe('addresses allowed for webhooks', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s', (address) => expect(isAllowedAddress(address, none)).toBe(true));
});

describe('networks allowed by the operator', () => {
  const allowed = networkList(['10.20.0.0/16', '127.0.0.9', 'fd00:1::/32']);

  it.each(['10.20.3.4', '127.0.0.9', '::ffff:10.20.3.4', 'fd00:1::5'])('allow %s', (address) =>
    expect(isAllowedAddress(address, allowed)).toBe(true),
  );

  it.each(['10.21.0.1', '127.0.0.1', '127.0.0.10', '::ffff:127.0.0.1', 'fd00:2::5', '::1'])(
    'do not allow %s',
    (address) => expect(isAllowedAddress(address, allowed)).toBe(false),
  );
});
