/** The safeguard of the service that stops each attack: without it the run must fail. `npm run security -- all --without-safeguards` shows it. */

import type { Safeguard } from '@octavo/testkit/runner/without-safeguard.ts';
import { safeguards as faultSafeguards } from '@octavo/testkit/safeguards.ts';

/** Safeguards that are listed under another scenario name. */
const inherited = (run: string, fault: string): readonly Safeguard[] =>
  faultSafeguards.filter((guard) => guard.run === fault).map((guard) => ({ ...guard, run }));

export const safeguards: readonly Safeguard[] = [
  {
    run: 'uploads',
    safeguard: 'a request body that is too slow is closed',
    file: 'server/src/http/body-rate.ts',
    from: 'if (arrived >= bytesMin || raw.readableLength > 0) return;',
    to: 'if (arrived >= 0) return;',
  },
  {
    run: 'hostile',
    safeguard: 'a conversion stops at its time limit',
    file: 'server/src/engine/process.ts',
    from: 'setTimeout(() => void onTimeout(), options.timeoutMs);',
    to: 'setTimeout(() => void onTimeout(), options.timeoutMs + 15_000);',
  },
  {
    run: 'escape',
    safeguard: 'an engine process has its own network namespace',
    file: 'server/src/engine/sandbox.ts',
    from: "...['--unshare-all', ",
    to: "...['--unshare-all', '--share-net', ",
  },
  {
    run: 'escape',
    safeguard: 'system calls of an engine process are filtered',
    file: 'server/src/engine/sandbox.ts',
    from: "'--clearenv', '--seccomp', seccompDescriptor],",
    to: "'--clearenv'],",
  },
  {
    run: 'outputs',
    safeguard: 'results are sent as attachments',
    file: 'server/src/http/send-file.ts',
    from: "    'content-disposition': attachmentNamed(file.fileName),\n",
    to: '',
  },
  {
    run: 'outputs',
    safeguard: 'results that are displayed anyway may not run scripts',
    file: 'server/src/http/send-file.ts',
    from: "    'content-security-policy': 'sandbox',\n",
    to: "    'content-security-policy': '',\n",
  },
  ...inherited('tenants', 'tenant-matrix'),
  ...inherited('tokens', 'tokens'),
  {
    run: 'log-canaries',
    safeguard: 'the log contains routes, not URLs',
    file: 'server/src/http/request-metrics.ts',
    from: '{ method: request.method, route, status: reply.statusCode,',
    to: '{ method: request.method, route: request.url, status: reply.statusCode,',
  },
  {
    run: 'fuzz-api',
    safeguard: 'requests refused by the framework are answered with 4xx',
    file: 'server/src/http/errors.ts',
    from: 'return status >= 400 && status < 500\n',
    to: 'return status < 0\n',
  },
  {
    run: 'fuzz-api',
    safeguard: 'a rejected form is not read to its end',
    file: 'server/src/http/multipart.ts',
    from: '    stop();\n    parts.destroy(error);',
    to: '    parts.destroy(error);',
  },
  {
    run: 'fuzz-pdf',
    safeguard: 'an unreadable document ends in a failure class of the closed list',
    file: 'server/src/engine/failure.ts',
    from: "has('StackOverflowError')) {\n    return failure('invalid', detail);",
    to: "has('StackOverflowError')) {\n    return failure('unheard-of' as 'invalid', detail);",
  },
];
