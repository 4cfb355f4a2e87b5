/** The health checks of `octavo admin doctor`. */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { unknownVariables } from '../config/unknown-variables.ts';
import { engineCheck } from '../engine/health-check.ts';
import { programsCheck } from '../engine/programs-check.ts';
import { issuerCheck } from '../oidc/health-check.ts';
import { bad, type Check, type Finding, ok, warn } from '../ports/health-check.ts';
import { databaseCheck, listenerCheck } from '../postgres/health-check.ts';
import { storageCheck } from '../s3/health-check.ts';
import { writerCheck } from '../writer/health-check.ts';
import { storageSettings } from './adapters.ts';
import { exampleKeyAdvice, exampleKeyUse, isLocal } from './example-key.ts';

const gibibyte = 1_073_741_824;
const freeBytesWanted = 5 * gibibyte;
const timeoutMs = 5_000;

function configuration(config: Config): readonly Finding[] {
  const part = 'configuration';
  const findings = unknownVariables(process.env).map(({ name, nearest }) =>
    warn(part, `${name} is not a known variable`, `Did you mean ${nearest}?`),
  );
  const use = exampleKeyUse(config);
  const says = 'OCTAVO_SEALING_KEY is the public key of the examples';
  const key =
    use === 'none'
      ? ok(part, `${config.jobs.sealingKeys.length} sealing key(s) of your own`)
      : (use === 'known' ? warn : bad)(part, says, exampleKeyAdvice);
  return [key, ...findings];
}

/** Free space for uploads and conversions. */
function disk({ engine }: Config): readonly Finding[] {
  const directory = engine.workDir ?? tmpdir();
  const { bavail, bsize, files, ffree } = statfsSync(directory);
  const free = bavail * bsize;
  const says = `${(free / gibibyte).toFixed(1)} GiB free in ${directory}`;
  const next =
    'Each slot needs space for the largest source and its outputs; set OCTAVO_WORK_DIR to a larger disk.';
  if (free < freeBytesWanted) return [(free < gibibyte ? bad : warn)('disk', says, next)];
  if (files > 0 && ffree / files < 0.02) return [warn('disk', 'hardly any inodes are free', next)];
  return [ok('disk', says)];
}

async function publicUrl({ http }: Config): Promise<readonly Finding[]> {
  const part = 'public URL';
  const url = http.publicUrl;
  const secure = url.startsWith('https:') || isLocal(url);
  const plain = secure
    ? []
    : [bad(part, `${url} is not https`, 'Keys and tokens travel in the clear; put TLS in front.')];
  try {
    const answer = await fetch(`${url}/health`, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    });
    const given = await answer.text();
    if (answer.ok && given.includes('"status":"ok"')) return [...plain, ok(part, `${url} answers`)];
    const next = 'Does the proxy in front lead to the API, and does the API reach its database?';
    return [...plain, bad(part, `${url}/health answers ${answer.status}`, next)];
  } catch {
    const next = 'Fine while the API is stopped; otherwise look at OCTAVO_PUBLIC_URL and the proxy in front.';
    return [...plain, warn(part, `${url} cannot be reached from here`, next)];
  }
}

export function doctorChecks(config: Config): readonly Check[] {
  const inScratch = (part: string, check: (workDir: string) => Check): Check => ({
    part,
    run: async () => {
      const workDir = mkdtempSync(join(config.engine.workDir ?? tmpdir(), 'octavo-doctor-'));
      try {
        return await check(workDir).run();
      } finally {
        rmSync(workDir, { recursive: true, force: true });
      }
    },
  });
  const { javaPath, sandbox, cgroupDir } = config.engine;
  return [
    { part: 'configuration', run: async () => configuration(config) },
    databaseCheck(config.database.url.reveal(), config.database.poolMax),
    listenerCheck((config.database.listenUrl ?? config.database.url).reveal()),
    storageCheck(storageSettings(config)),
    issuerCheck(config.oidc.issuer),
    inScratch('engine', (workDir) => engineCheck({ workDir, javaPath, sandbox, cgroupDir, log: () => {} })),
    programsCheck(config.ocr),
    inScratch('document writer', (workDir) => writerCheck({ workDir, sandbox })),
    { part: 'disk', run: async () => disk(config) },
    { part: 'public URL', run: () => publicUrl(config) },
  ];
}
