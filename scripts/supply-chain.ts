/**
 * `npm run tools -- supply-chain`: lockfile, licences and SBOM; with `--advisories` known vulnerabilities in what is
 * installed, which needs a source of advisories. Exit 1 is a fault, 75 means that no source could be reached.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkedEngineJar, engineJarSha256, engineVersion } from '../server/src/engine/engine-jar.ts';
import { type AuditException, judgeAudit } from './supply-chain/advisories.ts';
import { type JarLibrary, jarLibraries } from './supply-chain/jar-libraries.ts';
import { licenceFaults } from './supply-chain/licence-policy.ts';
import { lockfileFaults, rangeFaults, readLockfile, shippedPackages } from './supply-chain/lockfile.ts';
import { npmSbom, onlyShipped, sbomFaults, withJar } from './supply-chain/sbom.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const sbomPath = 'dist/sbom.cdx.json';
const exitUnknown = 75;

const pinnedManifests = [
  'package.json',
  'document/package.json',
  'mcp/package.json',
  'server/package.json',
  'integrations/package.json',
];

function manifestFaults(): readonly string[] {
  const scriptsOff = /^ignore-scripts=true$/m.test(textOf('.npmrc'));
  return [
    ...(scriptsOff ? [] : ['.npmrc does not say ignore-scripts=true']),
    ...pinnedManifests.flatMap((path) => rangeFaults(path, textOf(path))),
  ];
}

async function writeSbom(jarPath: string, libraries: readonly JarLibrary[]): Promise<readonly string[]> {
  const packages = shippedPackages(readLockfile(root)).map(({ name, version }) => `${name}@${version}`);
  const sbom = withJar(onlyShipped(npmSbom(root), new Set(packages)), {
    fileName: basename(jarPath),
    version: engineVersion,
    sha256: engineJarSha256,
    libraries,
  });
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, sbomPath), `${JSON.stringify(sbom, null, 2)}\n`);
  const { length } = sbom.components;
  console.log(`${sbomPath}: ${length} packages, ${libraries.length} libraries in the engine's jar`);
  return await sbomFaults(sbom);
}

function auditOutput(): string {
  try {
    return execFileSync('npm', ['audit', '--json'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1_048_576,
      timeout: 120_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    // It also ends with 1 when it found something.
    return String((error as { stdout?: string }).stdout ?? '');
  }
}

function report(faults: readonly string[], fine: string): void {
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(fine);
}

function checkAdvisories(): void {
  const exceptions = JSON.parse(textOf('scripts/supply-chain/audit-exceptions.json')) as AuditException[];
  const verdict = judgeAudit(auditOutput(), exceptions, new Date().toISOString().slice(0, 10));
  if (verdict.kind === 'unknown') {
    console.error(`unknown: no source of advisories answered (${verdict.why})`);
    process.exitCode = exitUnknown;
  } else {
    report(
      verdict.kind === 'faults' ? verdict.faults : [],
      'no known vulnerability without a reasoned exception',
    );
  }
}

async function checkSupplyChain(): Promise<void> {
  const lockfile = readLockfile(root);
  const packages = shippedPackages(lockfile);
  const jar = await checkedEngineJar();
  const { libraries, strange } = jarLibraries(jar);
  const faults = [
    ...manifestFaults(),
    ...lockfileFaults(lockfile),
    ...lockfileFaults(readLockfile(join(root, 'integrations'))),
    ...licenceFaults(packages, libraries),
    ...strange.map((folder) => `the engine's jar has classes of an unknown library in ${folder}`),
    ...(await writeSbom(jar, libraries)),
  ];
  report(faults, `${packages.length} packages and the engine's jar: pinned, and under licences we may ship`);
}

const usage = `usage: npm run tools -- supply-chain [--advisories | --sbom]

Checks the lockfile and the licences of what is shipped, and writes ${sbomPath}.
  --advisories   asks npm audit for known vulnerabilities; exit code 75 if no source answers
  --sbom         writes the SBOM and nothing else
`;

const { values } = parseArgs({
  options: {
    advisories: { type: 'boolean', default: false },
    sbom: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) process.stdout.write(usage);
else if (values.advisories) checkAdvisories();
else if (values.sbom) {
  const jar = await checkedEngineJar();
  report(await writeSbom(jar, jarLibraries(jar).libraries), 'valid CycloneDX 1.5');
} else await checkSupplyChain();
