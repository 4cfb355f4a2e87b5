/** The fuzzing loop: draws requests, sends them and checks the responses; shrinks each finding to the smallest request. */
import { Agent } from 'node:http';
import fc from 'fast-check';
import type { Contract, Operation } from './contract.ts';
import { operationFor, violationsOf } from './contract-violations.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { plainRequest, requestsFor } from './request-arbitraries.ts';
import { type ResourcePool, updateResources } from './resource-pool.ts';
import { type Files, send, toWire, type WireAnswer, type WireRequest } from './wire.ts';

export type Finding = {
  readonly operation: string;
  readonly violations: readonly string[];
  readonly request: WireRequest;
  readonly answer: WireAnswer;
  /** Reproduces this request. */
  readonly seed: number;
};

export type Exchange = {
  readonly operation: string;
  readonly request: WireRequest;
  readonly answer: WireAnswer;
  readonly fileName: string;
};

export type FuzzSettings = {
  readonly contract: Contract;
  readonly node: string;
  readonly resources: ResourcePool;
  readonly files: Files;
  readonly seed: number;
  readonly runs: number;
  readonly nameOf: () => string;
  /** Before a request is sent: the service may act on it long before its response arrives. */
  readonly onRequest?: (request: WireRequest) => void;
  readonly onExchange: (exchange: Exchange) => void;
  /** Whether a request of the operation has succeeded. */
  readonly isReached: (operation: string) => boolean;
};

const shrinksMax = 60;
const findingsPerOperationMax = 8;

/** Responses with the same violations are one finding; numbers and ids are left out of the comparison. */
const signatureOf = (violations: readonly string[]) =>
  violations.join('; ').replace(/\d{4,}|[0-9a-f-]{36}/g, '#');

/** Whether a raw segment changes the path: then only the rules for every response apply. */
function changesPath(segment: string): boolean {
  try {
    return /[/?]/.test(segment) || decodeURIComponent(segment) === '';
  } catch {
    return true;
  }
}

async function fuzzOperation(settings: FuzzSettings, operation: Operation, seed: number, runs: number) {
  const { contract, node, resources, files } = settings;
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const known = new Set<string>();
  const findings: Finding[] = [];
  let sent = 0;
  const exchange = async (drawn: FuzzRequest) => {
    const fileName = settings.nameOf();
    const request = toWire(operation, drawn, { files, resources, fileName });
    settings.onRequest?.(request);
    const answer = await send(node, agent, request);
    const meant = operationFor(contract, operation.path, request.method);
    const name = meant?.name ?? 'none';
    updateResources(resources, {
      operation: name,
      status: answer.status,
      path: request.path,
      json: answer.json,
    });
    settings.onExchange({ operation: name, request, answer, fileName });
    const hasOtherPath = Object.values(drawn.ids).some(
      (choice) => choice.kind === 'raw' && changesPath(choice.text),
    );
    return {
      request,
      answer,
      violations: violationsOf(contract, hasOtherPath ? null : meant, request, answer),
    };
  };
  while (sent < runs && findings.length < findingsPerOperationMax) {
    let smallest: Finding | null = null;
    let shrinks = 0;
    const property = fc.asyncProperty(requestsFor(operation), async (drawn) => {
      if (smallest === null) sent += 1;
      else if (++shrinks > shrinksMax) return;
      const { request, answer, violations } = await exchange(drawn);
      if (violations.length === 0 || known.has(signatureOf(violations))) return;
      if (smallest !== null && signatureOf(smallest.violations) !== signatureOf(violations)) return;
      smallest = { operation: operation.name, violations, request, answer, seed };
      throw new Error(violations.join());
    });
    const plain = sent === 0 ? plainRequest(operation) : null;
    const examples: [FuzzRequest][] = plain === null ? [] : [[plain]];
    await fc.check(property, { seed: (seed + sent) | 0, numRuns: runs - sent, examples });
    const found = smallest as Finding | null;
    if (found === null) break;
    known.add(signatureOf(found.violations));
    findings.push(found);
  }
  agent.destroy();
  return findings;
}

/** Operations that disable or delete resources come last, and what belongs to a resource goes before it. */
const destructiveness = ({ method, path }: Operation) =>
  ['PATCH', 'DELETE'].indexOf(method) - path.split('/').length / 100;

/** Of an operation that did not succeed, in the hope of a request that does. */
const furtherRoundsMax = 3;

/** Splits the runs evenly; the requests of one operation do not depend on the others. */
export async function fuzz(settings: FuzzSettings): Promise<readonly Finding[]> {
  const { operations } = settings.contract;
  const share = Math.ceil(settings.runs / operations.length);
  const findings: Finding[] = [];
  for (const [at, operation] of operations
    .toSorted((a, b) => destructiveness(a) - destructiveness(b))
    .entries()) {
    for (let round = 0; round <= furtherRoundsMax; round += 1) {
      if (round > 0 && settings.isReached(operation.name)) break;
      const seed = settings.seed + 7_919 * at + 104_729 * round;
      findings.push(...(await fuzzOperation(settings, operation, seed, share)));
    }
  }
  return findings;
}

/** A curl command that reproduces the finding. */
export function reproduction({ operation, violations, request, answer, seed }: Finding): string {
  const hidden = /^(authorization|x-api-key)$/i;
  const headers = Object.entries(request.headers)
    .map(([name, value]) => `-H ${JSON.stringify(`${name}: ${hidden.test(name) ? '…' : value}`)}`)
    .join(' ');
  const body =
    request.body === null
      ? ''
      : ` --data-binary ${JSON.stringify(request.body.toString('latin1').slice(0, 300))}`;
  return [
    `${operation} (seed ${seed}): ${violations.join('; ')}`,
    `  curl -i -X ${request.method} ${headers}${body} ${JSON.stringify(request.path)}`,
    `  → ${answer.status} ${answer.text.slice(0, 200)}`,
  ].join('\n');
}
