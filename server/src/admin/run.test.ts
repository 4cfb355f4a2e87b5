import { beforeEach, describe, expect, it } from 'vitest';
import { sampleWebhook } from '../../test/contracts/webhook-samples.ts';
import { memoryStore } from '../../test/fakes/memory-store.ts';
import { newId } from '../domain/ids.ts';
import { defaultPlans } from '../domain/plan.ts';
import { newReceiptKey } from '../domain/receipt-key.ts';
import { seal, unseal } from '../domain/sealing.ts';
import { systemClock } from '../ports/clock.ts';
import { bad, ok } from '../ports/health-check.ts';
import { commands } from './commands.ts';
import { requestedHelp, runAdmin } from './run.ts';

let store: ReturnType<typeof memoryStore>;
beforeEach(() => {
  store = memoryStore();
});

const before = Buffer.alloc(32, 1);
const after = Buffer.alloc(32, 2);
const ports = {
  plans: defaultPlans,
  clock: systemClock,
  issuer: 'https://id.test',
  sealingKeys: [after, before] as const,
  findMissingOutputs: async () => [],
  rerunJob: async () => ({ isRepaired: true, formats: ['markdown'] }) as const,
  runHealthChecks: async () => [ok('disk', 'roomy'), bad('clock', 'is wrong', 'Run NTP.')],
};
const admin = (line: string) => runAdmin({ ...ports, store }, line.split(' '));
const adminJson = async (line: string) => JSON.parse(await admin(`${line} --json`));

describe('octavo admin', () => {
  it('creates an account on a tier and finds it by e-mail or id', async () => {
    const made = await adminJson('account create --email ada@example.test --tier pro');
    expect(made).toMatchObject({ email: 'ada@example.test', tier: 'pro' });
    expect(await adminJson('account set-tier ADA@example.test business')).toMatchObject({
      id: made.id,
      tier: 'business',
    });
    expect(await adminJson(`usage ${made.id}`)).toMatchObject({
      pages_limit: 200_000,
      pages_charged: 0,
      active_jobs: 0,
    });
    expect(await adminJson('account list')).toHaveLength(1);
  });

  describe('account create for an account that exists', () => {
    it('keeps the tier and reports it', async () => {
      const made = await adminJson('account create --email ada@example.test --tier business');
      expect(made.result).toBe('created');
      expect(await adminJson('account create --email ada@example.test')).toEqual({
        ...made,
        result: 'existed before, nothing changed',
      });
    });

    it('changes the tier when --tier is given and reports it', async () => {
      await admin('account create --email ada@example.test --tier business');
      expect(await adminJson('account create --email ada@example.test --tier pro')).toMatchObject({
        tier: 'pro',
        result: 'existed before, moved from business to pro',
      });
    });

    it('finds the account that a sign-in created under another subject', async () => {
      const identity = { issuer: ports.issuer, subject: 'user-7', email: 'ada@example.test' };
      const { id } = await store.accounts.findOrCreate(identity, new Date(0));
      expect(await adminJson('account create --email ada@example.test')).toMatchObject({ id });
      expect(await adminJson('account list')).toHaveLength(1);
    });

    it('keeps the tier of a known subject, also with init', async () => {
      const identity = { issuer: ports.issuer, subject: 'user-7', email: 'old@example.test' };
      const { id } = await store.accounts.findOrCreate(identity, new Date(0));
      await store.accounts.setTier(id, 'business');
      for (const command of ['account create', 'init']) {
        const line = `${command} --email ${command.length}@example.test --subject user-7`;
        expect(await adminJson(line)).toMatchObject({ id, tier: 'business' });
      }
    });

    it('requires the subject when several accounts have the address', async () => {
      await admin('account create --email ada@example.test --subject one');
      await admin('account create --email ada@example.test --subject two');
      await expect(admin('account create --email ada@example.test')).rejects.toThrow('--subject');
    });
  });

  it('creates a key that is shown once, lists it and revokes it', async () => {
    await admin('account create --email ada@example.test --tier pro');
    const { id, raw_key: rawKey } = await adminJson('key create ada@example.test --name ci');
    expect(rawKey).toMatch(/^oct_[0-9a-f]{40}$/);
    const listed = await admin('key list ada@example.test');
    expect(listed).toContain('ci');
    expect(listed).not.toContain(rawKey);
    await admin(`key revoke ada@example.test ${id}`);
    expect(await adminJson('key list ada@example.test')).toMatchObject([{ id, active: false }]);
  });

  it('init creates the first account with a key and shows the key only once', async () => {
    const first = await adminJson('init --email ada@example.test');
    expect(first).toMatchObject({ tier: 'pro', raw_key: expect.stringMatching(/^oct_[0-9a-f]{40}$/) });
    const again = await adminJson('init --email ada@example.test');
    expect(again).toMatchObject({ id: first.id, raw_key: 'shown when it was created' });
    expect(await adminJson('key list ada@example.test')).toHaveLength(1);
  });

  it('sets and removes the retention of jobs', async () => {
    const { id } = await adminJson('account create --email ada@example.test');
    expect(await adminJson('account set-retention ada@example.test 30')).toMatchObject({
      id,
      retention_days: 30,
    });
    expect(await store.retention.settings(id)).toEqual({ retentionDays: 30 });
    await admin('account set-retention ada@example.test never');
    expect(await store.retention.settings(id)).toEqual({ retentionDays: null });
    for (const days of ['0', '3651', '1.5', '-1', 'soon']) {
      await expect(admin(`account set-retention ${id} -- ${days}`)).rejects.toThrow('1 to 3650 days');
    }
  });

  it('reseals webhook secrets with the first key once and lists those that no key can open', async () => {
    const { id: accountId } = await adminJson('account create --email ada@example.test --tier pro');
    const make = async (sealingKey: Buffer, secret: string) => {
      const id = newId(Date.now());
      const sealedSecret = seal([sealingKey], secret, id);
      const webhook = { ...sampleWebhook(accountId), id, sealedSecret };
      await store.webhooks.create(webhook, 10);
      return id;
    };
    const old = await make(before, 'one');
    const current = await make(after, 'two');
    const lost = await make(Buffer.alloc(32, 9), 'three');
    expect(await adminJson('seal renew')).toEqual({
      webhooks: 3,
      renewed: 1,
      unopened: lost,
      receipt_key: 'none',
    });
    const sealed = new Map(
      (await store.webhooks.sealedSecrets(null, 10)).map((one) => [one.webhookId, one.sealedSecret]),
    );
    expect(unseal([after], sealed.get(old) ?? Buffer.alloc(0), old)).toBe('one');
    expect(unseal([after], sealed.get(current) ?? Buffer.alloc(0), current)).toBe('two');
    expect(await adminJson('seal renew')).toMatchObject({ renewed: 0 });
  });

  it('rotates the key of receipts, keeps the earlier one listed, and seals it again', async () => {
    await store.receipts.addFirstKey(newReceiptKey([before], new Date('2026-01-01')));
    expect(await adminJson('seal renew')).toMatchObject({ receipt_key: 'renewed' });
    expect(await adminJson('seal renew')).toMatchObject({ receipt_key: 'current' });
    const { id } = await adminJson('receipt-key rotate');
    expect(await adminJson('receipt-key list')).toMatchObject([
      { id, active: true, retired_at: null },
      { active: false, created_at: '2026-01-01T00:00:00.000Z' },
    ]);
  });

  it('says that no sealing key opens the key of receipts', async () => {
    await store.receipts.addFirstKey(newReceiptKey([Buffer.alloc(32, 9)], new Date()));
    expect(await adminJson('seal renew')).toMatchObject({ receipt_key: 'unopened' });
  });

  it('prints the findings of doctor with the next steps', async () => {
    expect(await adminJson('doctor')).toEqual([
      { part: 'disk', state: 'ok', says: 'roomy', next: '' },
      { part: 'clock', state: 'bad', says: 'is wrong', next: 'Run NTP.' },
    ]);
    expect(await admin('doctor')).toContain('Run NTP.');
  });

  it.each([
    ['account burn', 'there is no command account'],
    ['account create', '--email is missing'],
    ['account create --email a@b.test --tier gold', 'the tier must be one of free, pro, business'],
    ['usage nobody@example.test', 'there is no account nobody@example.test'],
  ])('reports what to fix: %s', async (line, message) => {
    await expect(admin(line)).rejects.toThrow(message);
  });

  it('refuses to choose between accounts with the same address', async () => {
    await admin('account create --email ada@example.test --subject one');
    await admin('account create --email ada@example.test --subject two');
    await expect(admin('usage ada@example.test')).rejects.toThrow('several accounts');
  });

  it('creates no key on the free plan, and says how', async () => {
    await admin('account create --email ada@example.test');
    await expect(admin('key create ada@example.test --name x')).rejects.toThrow(
      'API keys are available on the Pro and Business plans; add --tier pro',
    );
  });
});

describe('key create', () => {
  it('creates the account, its plan and a key in one command', async () => {
    const made = await adminJson('key create Ada@example.test --tier pro');
    expect(made).toMatchObject({ account: 'Ada@example.test', tier: 'pro', name: 'admin' });
    expect(made.raw_key).toMatch(/^oct_[0-9a-f]{40}$/);
    expect(await adminJson('account list')).toHaveLength(1);
  });

  it('belongs to the user who then signs in, however the address is written', async () => {
    await admin('key create Ada@example.test --tier pro');
    const identity = { issuer: ports.issuer, subject: 'ada@example.test', email: 'ada@example.test' };
    expect((await store.accounts.findOrCreate(identity, new Date())).tier).toBe('pro');
  });

  it('moves an account that exists to the plan', async () => {
    const { id } = await adminJson('account create --email ada@example.test');
    expect(await adminJson('key create ada@example.test --tier business --name ci')).toMatchObject({
      tier: 'business',
      name: 'ci',
    });
    expect(await adminJson(`usage ${id}`)).toMatchObject({ tier: 'business' });
  });

  it.each([
    ['key create nobody@example.test', 'there is no account nobody@example.test; add --tier pro'],
    ['key create nobody --tier pro', 'nobody is not an e-mail address'],
    ['key create ada@example.test --tier gold', 'the tier must be one of'],
  ])('%s is refused with the reason', async (line, message) => {
    await expect(admin(line)).rejects.toThrow(message);
    expect(await adminJson('account list')).toHaveLength(0);
  });

  it('prints one thing per line', async () => {
    const lines = (await admin('key create ada@example.test --tier pro')).trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['account', 'tier', 'id', 'name', 'raw_key']);
  });
});

describe('the help', () => {
  const help = (line: string) => requestedHelp(line === '' ? [] : line.split(' '));

  it.each(['', '--help', '-h'])('of all commands: %j', (line) => {
    const text = help(line) ?? '';
    expect(text).toMatch(/^usage: npm run admin -- COMMAND/);
    for (const name of Object.keys(commands)) expect(text).toContain(`  ${name}`);
  });

  it('of a group lists its commands only', () => {
    expect(help('key --help')).toContain('key revoke ACCOUNT KEY_ID');
    expect(help('key --help')).not.toContain('account create');
  });

  it.each(Object.keys(commands))('of %s shows how to call it', (name) => {
    expect(help(`${name} --help`)).toContain(`usage: npm run admin -- ${name}`);
    expect(help(`${name} --help`)).toContain('--json');
  });

  it('describes the options of a command and gives an example', () => {
    const text = help('key create -h');
    expect(text).toContain('--tier TIER');
    expect(text).toContain('npm run admin -- key create you@example.com --tier pro');
  });

  it('is not given for other lines, and an unknown command is named', () => {
    expect(help('key list ada@example.test')).toBeNull();
    expect(() => help('burn --help')).toThrow('there is no command burn');
  });

  it('fits a terminal of 120 columns', () => {
    const texts = ['--help', ...Object.keys(commands).map((name) => `${name} --help`)].map(help);
    const lines = texts.flatMap((text) => (text ?? '').split('\n'));
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  });
});
