/** An installed CLI with a key, a working directory and a settings directory of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context, type Tier } from '@octavo/testkit/service-under-test/context.ts';
import { createKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { type Installation, installCli } from './package.ts';

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type RunOptions = {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly node?: string;
};

export class CliSandbox {
  readonly installation: Installation;
  readonly owner: Account;
  readonly key: { readonly id: string; readonly raw_key: string };
  readonly cwd = mkdtempSync(join(tmpdir(), 'octavo-cli-'));

  private constructor(installation: Installation, owner: Account, key: CliSandbox['key']) {
    this.installation = installation;
    this.owner = owner;
    this.key = key;
  }

  static async open(tier: Tier = 'business', owner?: Account): Promise<CliSandbox> {
    const holder = owner ?? (await account(tier));
    return new CliSandbox(await installCli(), holder, await createKey(holder, 'command line'));
  }

  async close(): Promise<void> {
    rmSync(this.cwd, { recursive: true, force: true });
    await this.installation.remove();
    await revokeKey(this.owner, this.key.id);
  }

  get env(): Record<string, string> {
    return {
      PATH: `${join(this.installation.directory, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
      LANG: 'C.UTF-8',
      ['OCTAVO_CONFIG_DIR']: join(this.cwd, '.config'),
      ['OCTAVO_BASE_URL']: context.baseUrl,
      ['OCTAVO_API_KEY']: this.key.raw_key,
    };
  }

  write(path: string, content: Uint8Array | string): string {
    const file = join(this.cwd, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  /** Documents of one to five pages, each different from all others; answers their pages in all. */
  writeMany(directory: string, count: number): number {
    let pages = 0;
    for (let number = 1; number <= count; number += 1) {
      const own = 1 + (number % 5);
      const name = `invoice-${String(number).padStart(3, '0')}`;
      this.write(
        join(directory, `${name}.pdf`),
        makeDocument({ pages: own, lines: 8, title: `${name} page` }),
      );
      pages += own;
    }
    return pages;
  }

  spawn(args: readonly string[], { env = {}, node = process.execPath }: RunOptions = {}): ChildProcess {
    return spawn(node, [this.installation.entry, ...args], {
      cwd: this.cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...this.env, ...env },
    });
  }

  async run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const child = this.spawn(args, options);
    const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
      const parts: Buffer[] = [];
      stream?.on('data', (part: Buffer) => parts.push(part));
      return () => Buffer.concat(parts).toString('utf8');
    });
    child.stdin?.end(options.input ?? '');
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, stdout: stdout?.() ?? '', stderr: stderr?.() ?? '' };
  }

  async ok(args: readonly string[], options: RunOptions = {}): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, options);
    if (code !== 0) throw new Error(`octavo ${args.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  async json<Value>(args: readonly string[], options: RunOptions = {}): Promise<Value> {
    return JSON.parse(await this.ok([...args, '--json'], options)) as Value;
  }
}

/** The events of a batch, one for each line. */
export type BatchEvent = { readonly event: string; readonly file?: string; readonly [name: string]: unknown };

export function eventsIn(stdout: string): readonly BatchEvent[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BatchEvent);
}
