/** The env file reads the same in Node and in a shell, and the account lookup takes the first that exists. */
import { parseEnv as parseWithNode } from 'node:util';
import { describe, expect, it } from 'vitest';
import { findAccount } from './data-directory.ts';
import { formatEnv, parseEnv } from './env-file.ts';
import { environmentOf } from './manage.ts';
import { serviceSet } from './service-set.ts';

describe('the env file', () => {
  const variables = environmentOf(serviceSet('test', {}));

  it('has the variables of all three services', () => {
    expect(Object.keys(variables)).toEqual([
      'OCTAVO_DATABASE_URL',
      'OCTAVO_S3_ENDPOINT',
      'OCTAVO_S3_PUBLIC_ENDPOINT',
      'OCTAVO_S3_REGION',
      'OCTAVO_S3_BUCKET',
      'OCTAVO_S3_ACCESS_KEY_ID',
      'OCTAVO_S3_SECRET_ACCESS_KEY',
      'OCTAVO_OIDC_ISSUER',
      'OCTAVO_OIDC_AUDIENCE',
      'OCTAVO_SEALING_KEY',
    ]);
  });

  it('is read back as it was written, by us and by Node', () => {
    const text = formatEnv(variables);
    expect(parseEnv(text)).toEqual(variables);
    expect(parseWithNode(text)).toEqual(variables);
  });

  it.each(['two words', '$HOME', "it's", 'a\nB=c'])(
    'refuses a value that shells would change: %j',
    (value) => {
      expect(() => formatEnv({ NAME: value })).toThrow(/needs quoting/);
    },
  );
});

describe('the account that runs the databases for root', () => {
  const passwd = 'root:x:0:0:root:/:/bin/sh\nnobody:x:65534:65533:nobody:/:/bin/false\n';

  it('is the first of the wanted ones that the machine has', () => {
    expect(findAccount(passwd, ['postgres', 'nobody'])).toEqual({ uid: 65_534, gid: 65_533 });
  });

  it('is undefined when the machine has none of them', () => {
    expect(findAccount(passwd, ['postgres'])).toBeUndefined();
  });
});
