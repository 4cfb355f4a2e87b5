import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { networkList } from './public-address.ts';
import { readTarget } from './webhook-target.ts';

const strict = { allowHttp: false, allowedNetworks: new BlockList() };

describe('a webhook target', () => {
  it.each([
    ['ftp://example.com/', 'invalid_url'],
    ['file:///etc/passwd', 'invalid_url'],
    ['javascript:alert(1)', 'invalid_url'],
    ['//example.com/hook', 'invalid_url'],
    ['example.com/hook', 'invalid_url'],
    ['https://', 'invalid_url'],
    ['https://user@example.com/', 'invalid_url'],
    ['https://user:secret@example.com/', 'invalid_url'],
    ['http://example.com/', 'insecure_url'],
    ['https://127.0.0.1/', 'private_address'],
    ['https://2130706433/', 'private_address'],
    ['https://0x7f000001/', 'private_address'],
    ['https://0177.0.0.1/', 'private_address'],
    ['https://127.1/', 'private_address'],
    ['https://①②⑦.0.0.1/', 'private_address'],
    ['https://[::1]/', 'private_address'],
    ['https://localhost/x', 'private_address'],
    ['https://LOCALHOST.:8443/', 'private_address'],
    ['https://a.localhost/', 'private_address'],
    ['https://[::ffff:169.254.169.254]/', 'private_address'],
    ['https://[64:ff9b::a9fe:a9fe]/', 'private_address'],
    ['https://169.254.169.254/latest/meta-data', 'private_address'],
  ])('%s is refused as %s', (url, fault) => expect(readTarget(url, strict)).toEqual({ fault }));

  it('can have any public host, port, path and query; a fragment is dropped', () => {
    expect(readTarget('https://localhost.example.com/', strict)).toMatchObject({ fault: null });
    expect(readTarget('https://example.com:8443/a?b=c#d', strict)).toMatchObject({ fault: null });
    const target = readTarget('https://example.com/a#d', strict);
    expect(target.fault === null && target.url.href).toBe('https://example.com/a');
  });

  it('can be without TLS or in a private network when the operator allows it', () => {
    const loose = { allowHttp: true, allowedNetworks: networkList(['127.0.0.0/8']) };
    expect(readTarget('http://127.0.0.1:8080/', loose).fault).toBeNull();
    expect(readTarget('http://localhost:8080/', loose).fault).toBeNull();
    expect(readTarget('http://10.0.0.1/', loose).fault).toBe('private_address');
  });

  it('of a redirect can be relative', () => {
    const target = readTarget('/there', strict, new URL('https://example.com/here'));
    expect(target.fault === null && target.url.href).toBe('https://example.com/there');
  });
});
