/** `npm run tools -- NAME`: commands that are needed occasionally. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const tools = {
  'supply-chain': 'lockfile, licences and SBOM; --advisories asks npm audit, --sbom writes the SBOM alone',
  release: 'prepares a version, and builds and checks the files of a release; --dry-run changes nothing',
  corpus: 'converts every PDF below a directory and prints a table of outcomes',
  mutation: 'changes the code in small ways and shows which changes no test notices',
  'document-properties': 'checks what writers make of extractions, and measures them',
  'document-coverage':
    'compares links, form values and right-to-left words in outputs with what other readers find in the PDF',
  citations: 'checks chunks and located quotes of PDFs against what poppler finds',
  accessibility: 'tags every PDF of a directory and prints which rules of PDF/UA-1 fail before and after',
  determinism: 'converts every PDF twice, alone and under load, and compares all outputs byte by byte',
  receipts: 'verifies the receipts of PDFs on a server in four ways, and that changed copies are rejected',
  'mcp-conformance': 'runs the conformance suite of MCP and its inspector against a server',
  inspection: 'compares what an inspection predicts with what the conversion then reports',
};

const usage = `usage: npm run tools -- <tool> [options]; --help after a tool's name shows its options

${Object.entries(tools)
  .map(([name, about]) => `  ${name.padEnd(21)}${about}`)
  .join('\n')}
`;

const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(tools, name)) {
  process.stdout.write(usage);
  process.exitCode = ['--help', '-h'].includes(name) ? 0 : 2;
} else {
  const program = join(import.meta.dirname, `${name}.ts`);
  // The sources of the SDK, which need no build.
  const nodeArgs = ['--conditions=octavo-source', program, ...args];
  process.exitCode = spawnSync(process.execPath, nodeArgs, { stdio: 'inherit' }).status ?? 1;
}
