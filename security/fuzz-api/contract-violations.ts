/** Compares one response with the contract and returns the violations. */
import type { Contract, Operation } from './contract.ts';
import type { WireAnswer, WireRequest } from './wire.ts';

/** Allowed statuses for a request that is not an operation of the contract. */
const withoutOperation = new Set([400, 401, 403, 404, 405, 413, 415, 417]);

const mediaType = (answer: WireAnswer) => String(answer.headers['content-type'] ?? '').split(';')[0] ?? '';
const hasNoBody = (method: string, status: number) => method === 'HEAD' || status === 204 || status === 304;

function statusFaults(
  operation: Operation | null,
  method: string,
  { status, headers }: WireAnswer,
): string[] {
  if (status >= 500) return [`answered ${status} although every dependency is up`];
  // Every path says which methods it has.
  if (method === 'OPTIONS' && status === 204) return headers['allow'] ? [] : ['204 to OPTIONS without Allow'];
  // HEAD is treated as GET.
  if (status === 405 && operation?.method !== method) return [];
  if (operation === null) {
    return withoutOperation.has(status) ? [] : [`${status} for a request outside the contract`];
  }
  return operation.statuses.has(status) ? [] : [`undeclared status ${status}`];
}

function errorFaults(contract: Contract, answer: WireAnswer): string[] {
  const body = answer.json as { detail?: unknown; code?: unknown; request_id?: unknown } | undefined;
  if (mediaType(answer) !== 'application/json' || body === undefined) return ['an error that is not JSON'];
  const isText = typeof body.detail === 'string' && body.detail.trim() !== '';
  const isFigures = answer.status === 402 && typeof body.detail === 'object' && body.detail !== null;
  return [
    ...(isText || isFigures ? [] : ['an error without detail']),
    ...(typeof body.code === 'string' ? [] : ['an error without code']),
    ...(body.request_id === answer.headers['x-request-id'] ? [] : ['request_id is not that of the header']),
    ...contract.errorFaults(body).map((fault) => `error body: ${fault}`),
  ];
}

function bodyFaults(operation: Operation, answer: WireAnswer): string[] {
  const types = operation.typesOf(answer.status);
  const type = mediaType(answer);
  const isDeclared = types.some(
    (one) => one === type || one === '*/*' || (one === 'application/*' && type.startsWith('application/')),
  );
  return [
    ...(types.length === 0 || isDeclared ? [] : [`type ${type}, declared is ${types.join(', ')}`]),
    ...(type === 'application/json' && isDeclared && !types.includes('*/*')
      ? operation.faultsOf(answer.status, answer.json).map((fault) => `body: ${fault}`)
      : []),
  ];
}

/** The operation that a method on a path of the contract is; HEAD is as GET. */
export function operationFor(contract: Contract, path: string, method: string): Operation | null {
  const at = (name: string) => contract.operations.find((one) => one.path === path && one.method === name);
  return at(method) ?? (method === 'HEAD' ? at('GET') : undefined) ?? null;
}

export function violationsOf(
  contract: Contract,
  operation: Operation | null,
  request: Pick<WireRequest, 'method'>,
  answer: WireAnswer,
): readonly string[] {
  if (answer.status === 0) return [`no answer: ${answer.fault}`];
  const found = statusFaults(operation, request.method, answer);
  if (answer.headers['x-request-id'] === undefined) found.push('no X-Request-Id');
  if (hasNoBody(request.method, answer.status)) {
    return answer.bytes === 0 ? found : [...found, `${answer.status} with a body`];
  }
  if (answer.status >= 400) found.push(...errorFaults(contract, answer));
  if (operation?.statuses.has(answer.status)) found.push(...bodyFaults(operation, answer));
  return found;
}
