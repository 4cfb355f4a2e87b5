/** Runs the protocol's own conformance suite and the command line of its inspector against `POST /mcp` of a server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

const usage = `usage: npm run tools -- mcp-conformance --url http://127.0.0.1:3000 --key oct_…

Fetches @modelcontextprotocol/conformance and @modelcontextprotocol/inspector from the npm registry. The suite sends no
credentials, so a proxy adds the key. Scenarios that need tools of the suite's own example server are left out.
`;

const conformance = '@modelcontextprotocol/conformance@0.1.16';
const inspector = '@modelcontextprotocol/inspector@2.12.0';
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

/** Adds the key, and takes the place of the public address: its own origin is passed on as that of the server. */
async function startProxy(target: URL, key: string): Promise<Server> {
  const proxy = createServer((incoming, outgoing) => {
    const { port } = proxy.address() as AddressInfo;
    const own = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
    const { origin, ...headers } = incoming.headers;
    const sent = {
      ...headers,
      ...(origin !== undefined && { origin: own.includes(origin) ? target.origin : origin }),
      'x-api-key': key,
    };
    const url = new URL(incoming.url ?? '/', target);
    const forwarded = request(url, { method: incoming.method, headers: sent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

async function succeeds(name: string, args: readonly string[]): Promise<boolean> {
  const child = spawn('npx', ['--yes', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part));
  const [code] = (await once(child, 'close')) as [number | null];
  console.log(`${code === 0 ? 'pass' : 'FAIL'}  ${name}`);
  if (code !== 0) console.log(Buffer.concat(output).toString('utf8'));
  return code === 0;
}

async function run(url: string, key: string): Promise<boolean> {
  const proxy = await startProxy(new URL(url), key);
  const { port } = proxy.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}/mcp`;
  const outcomes: boolean[] = [];
  for (const scenario of scenarios) {
    outcomes.push(
      await succeeds(scenario, [conformance, 'server', '--url', endpoint, '--scenario', scenario]),
    );
  }
  for (const method of [
    ['tools/list'],
    ['resources/templates/list'],
    ['tools/call', '--tool-name', 'list_documents'],
  ]) {
    const args = [inspector, '--cli', endpoint, '--transport', 'http', '--method', ...method];
    outcomes.push(await succeeds(`inspector ${method.join(' ')}`, args));
  }
  proxy.closeAllConnections();
  proxy.close();
  return outcomes.every(Boolean);
}

const { values } = parseArgs({
  options: { url: { type: 'string' }, key: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help || values.url === undefined || values.key === undefined) {
  console.log(usage);
  process.exitCode = values.help ? 0 : 2;
} else process.exitCode = (await run(values.url, values.key)) ? 0 : 1;
