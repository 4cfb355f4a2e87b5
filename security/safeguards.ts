/** The safeguard of the service that stops each attack: without it the run must fail. `npm run security -- all --without-safeguards` shows it. */

import type { Safeguard } from '@octavo/testkit/runner/without-safeguard.ts';
import { guards as faultSafeguards } from '@octavo/testkit/safeguards.ts';

/** Safeguards that are listed under another scenario name. */
const inherited = (run: string, fault: string): readonly Safeguard[] =>
  faultSafeguards.filter((guard) => guard.run === fault).map((guard) => ({ ...guard, run }));

export const safeguards: readonly Safeguard[] = [
  {
    run: 'uploads',
    guard: 'a body that hardly moves is ended',
    file: 'server/src/http/body-rate.ts',
    from: 'if (arrived >= bytesMin || raw.readableLength > 0) return;',
    to: 'if (arrived >= 0) return;',
  },
  {
    run: 'hostile',
    guard: 'a conversion ends at its time limit',
    file: 'server/src/engine/process.ts',
    from: "setTimeout(() => kill('timeout'), options.timeoutMs);",
    to: "setTimeout(() => kill('timeout'), options.timeoutMs + 15_000);",
  },
  {
    run: 'escape',
    guard: 'an engine has a network of its own',
    file: 'server/src/engine/sandbox.ts',
    from: "...['--unshare-all', ",
    to: "...['--unshare-all', '--share-net', ",
  },
  {
    run: 'escape',
    guard: 'system calls of an engine are filtered',
    file: 'server/src/engine/sandbox.ts',
    from: "'--clearenv', '--seccomp', seccompDescriptor],",
    to: "'--clearenv'],",
  },
  {
    run: 'outputs',
    guard: 'results are handed out as files',
    file: 'server/src/http/send-file.ts',
    from: "    'content-disposition': attachmentNamed(file.fileName),\n",
    to: '',
  },
  {
    run: 'outputs',
    guard: 'results that are shown all the same may not run scripts',
    file: 'server/src/http/send-file.ts',
    from: "    'content-security-policy': 'sandbox',\n",
    to: "    'content-security-policy': '',\n",
  },
  ...inherited('tenants', 'tenant-matrix'),
  ...inherited('tokens', 'tokens'),
  {
    run: 'log-canaries',
    guard: 'the log tells routes, not addresses',
    file: 'server/src/http/request-metrics.ts',
    from: '{ method: request.method, route, status: reply.statusCode,',
    to: '{ method: request.method, route: request.url, status: reply.statusCode,',
  },
  {
    run: 'fuzz-api',
    guard: 'what the framework refuses is not our fault',
    file: 'server/src/http/errors.ts',
    from: 'return status >= 400 && status < 500\n',
    to: 'return status < 0\n',
  },
  {
    run: 'fuzz-api',
    guard: 'a form that failed is not read to its end',
    file: 'server/src/http/multipart.ts',
    from: '    stop();\n    parts.destroy(error);',
    to: '    parts.destroy(error);',
  },
  {
    run: 'fuzz-pdf',
    guard: 'a document that cannot be read ends in a class of the closed list',
    file: 'server/src/engine/failure.ts',
    from: "has('StackOverflowError')) {\n    return failure('invalid', detail);",
    to: "has('StackOverflowError')) {\n    return failure('unheard-of' as 'invalid', detail);",
  },
];
