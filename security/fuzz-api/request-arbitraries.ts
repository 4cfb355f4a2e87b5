/** fast-check arbitraries for the requests of an operation: most fields valid, some invalid. */
import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Parameter, Schema } from './contract.ts';
import {
  type CallerKind,
  callers,
  type FormPart,
  type FuzzBody,
  type FuzzRequest,
  formDamages,
  type IdChoice,
  namesJob,
  ownJobId,
} from './fuzz-request.ts';
import { oddContentTypes, oddJson } from './odd-values.ts';
import { drawnFrom, oddText } from './schema-values.ts';

/** Without DELETE, which would remove resources that later requests need; it is fuzzed as an operation of its own. */
const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'OPTIONS', 'PROPFIND'];
const imageNames = ['imageFile1.png', 'page-1.png'];
const formats = ['markdown', 'json', 'html', 'text', 'tagged-pdf', 'annotated-pdf', 'images'];

/** Values that Node's client allows in a header; others are sent by the raw requests. */
const headerText = oddText.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim());

/** The number of a table. */
const numbers = ['1', '2', '1000000'];
const namesByParameter: Readonly<Record<string, readonly string[]>> = { fmt: formats, n: numbers };
const namesFor = (parameter: string) => namesByParameter[parameter] ?? imageNames;

/** Of parts of a query that a request needs: a search for a word of the document. */
const queryValues: Readonly<Record<string, string>> = { q: 'report' };

const isId = (name: string) => name === 'id' || name.endsWith('_id');

function choiceOf({ name }: Parameter): Arbitrary<IdChoice> {
  // The first of each kind is the complete resource that was created at the start.
  const index = fc.oneof(fc.constant(0), fc.nat({ max: 20 }));
  const known: Arbitrary<IdChoice> = isId(name)
    ? fc.record({ kind: fc.constant('own' as const), index })
    : fc.record({
        kind: fc.constant('text' as const),
        text: fc.constantFrom(...namesFor(name)),
      });
  return fc.oneof(
    { weight: 12, arbitrary: known },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('foreign' as const), index }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('absent' as const) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('text' as const), text: oddText }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('raw' as const),
        text: fc.constantFrom(
          '%zz',
          '%',
          '%e0%a4%a',
          '%ff',
          '%00',
          '..',
          '%2e%2e%2f',
          ';',
          '?',
          '//',
          'a%2Fb',
        ),
      }),
    },
  );
}

const asText = (value: unknown) => {
  if (Array.isArray(value)) return value.map(String).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** A valid `wait` may take a minute, which is too long for the fuzzer. */
const patient = (name: string, text: string) =>
  name === 'wait' && /^\d+$/.test(text) && Number(text) > 1 && Number(text) <= 60 ? '1' : text;

function pairsOf(parameters: readonly Parameter[]): Arbitrary<(readonly [string, string])[]> {
  const pair = ({ name, schema }: Parameter) =>
    fc.option(
      drawnFrom(schema).map((value) => [name, patient(name, asText(value))] as const),
      { freq: 2 },
    );
  return fc.tuple(...parameters.map(pair)).map((pairs) => pairs.filter((one) => one !== null));
}

function queryOf(parameters: readonly Parameter[]): Arbitrary<(readonly [string, string])[]> {
  const strange = fc.array(fc.tuple(oddText, oddText), { maxLength: 2 });
  const repeated = fc.boolean();
  return fc
    .tuple(pairsOf(parameters), fc.option(strange, { freq: 5 }), repeated)
    .map(([pairs, extra, twice]) => [...pairs, ...(twice ? pairs.slice(0, 1) : []), ...(extra ?? [])]);
}

const commonHeaders: Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(fc.constantFrom('range', 'if-range', 'if-none-match'), rangeText()),
  fc.tuple(fc.constantFrom('accept', 'accept-encoding', 'accept-language', 'x-request-id'), headerText),
  fc.tuple(
    fc.constantFrom('expect', 'origin', 'cookie', 'x-forwarded-for', 'x-http-method-override'),
    headerText,
  ),
);

function rangeText(): Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom('bytes=0-1', 'bytes=-1', 'bytes=5-', 'bytes=9999999-', 'bytes=1-0', 'bytes=0-0,2-3', '*'),
    headerText,
  );
}

function headersOf(parameters: readonly Parameter[]): Arbitrary<(readonly [string, string])[]> {
  const own = pairsOf(parameters).map((pairs) =>
    pairs.map(([name, text]) => [name, text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')] as const),
  );
  return fc
    .tuple(own, fc.option(fc.array(commonHeaders, { maxLength: 3 }), { freq: 3 }))
    .map(([pairs, extra]) => [...pairs, ...(extra ?? [])]);
}

function jsonBody(schema: Schema, type: string): Arbitrary<FuzzBody> {
  const text = fc.oneof(
    { weight: 8, arbitrary: drawnFrom(schema).map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.constantFrom(...oddJson) },
  );
  const types = fc.oneof(
    { weight: 8, arbitrary: fc.constant<string | null>(type) },
    { weight: 1, arbitrary: fc.constantFrom<string | null>(null, ...oddContentTypes) },
  );
  return fc.record({ kind: fc.constant('text' as const), text, type: types });
}

const strangeBody: Arbitrary<FuzzBody> = fc.record({
  kind: fc.constant('text' as const),
  text: fc.oneof(fc.constantFrom(...oddJson), oddText),
  type: fc.constantFrom<string | null>(null, ...oddContentTypes),
});

const filePart: Arbitrary<FormPart> = fc.record(
  {
    name: fc.constant('file'),
    fileName: fc.oneof(fc.constant('a.pdf'), oddText),
    type: fc.constantFrom('application/pdf', 'text/plain', 'application/octet-stream', ''),
    content: fc.oneof(
      { weight: 8, arbitrary: fc.constant({ kind: 'pdf' as const }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constantFrom('locked' as const, 'no-pdf' as const, 'large' as const),
        }),
      },
    ),
  },
  { requiredKeys: ['name', 'content'] },
);

/** Fields that name a resource instead of the file. */
const ownContents = [
  { name: 'source_job_id', kind: 'own job' as const },
  { name: 'upload_id', kind: 'own upload' as const },
  { name: 'source_url', kind: 'document url' as const },
];

function fieldPart(name: string, schema: Schema): Arbitrary<FormPart> {
  const text =
    schema.type === 'object'
      ? fc.oneof(
          { weight: 9, arbitrary: drawnFrom(schema).map((value) => JSON.stringify(value) ?? '') },
          { weight: 1, arbitrary: fc.constantFrom(...oddJson) },
        )
      : drawnFrom(schema).map(asText);
  return fc.record({
    name: fc.constant(name),
    content: fc.oneof(
      ...ownContents.filter((own) => own.name === name).map(({ kind }) => fc.constant({ kind })),
      fc.record({ kind: fc.constant('text' as const), text }),
    ),
  });
}

const strangePart: Arbitrary<FormPart> = fc.record(
  {
    name: oddText,
    fileName: oddText,
    type: headerText,
    content: fc.record({ kind: fc.constant('text' as const), text: oddText }),
  },
  { requiredKeys: ['name', 'content'] },
);

/** The usual form is a file and perhaps options; then anything, in any order. */
function formBody(schema: Schema): Arbitrary<FuzzBody> {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => name !== 'file');
  const options = fields.filter(([name]) => name === 'options').map(([name, one]) => fieldPart(name, one));
  const usual = fc
    .tuple(filePart, fc.option(fc.oneof(...options, strangePart), { freq: 3 }))
    .map(([file, field]) => (field === null ? [file] : [field, file]));
  const any = fc.array(
    fc.oneof(filePart, ...fields.map(([name, one]) => fieldPart(name, one)), strangePart),
    {
      maxLength: 8,
    },
  );
  return fc.record({
    kind: fc.constant('form' as const),
    parts: fc.oneof({ weight: 3, arbitrary: usual }, { weight: 2, arbitrary: any }),
    damage: fc.oneof(
      { weight: 8, arbitrary: fc.constant('none' as const) },
      { weight: 1, arbitrary: fc.constantFrom(...formDamages) },
    ),
  });
}

function bodyOf({ bodies }: Operation): Arbitrary<FuzzBody> {
  const none = fc.constant<FuzzBody>({ kind: 'none' });
  if (bodies.length === 0) {
    return fc.oneof({ weight: 9, arbitrary: none }, { weight: 1, arbitrary: strangeBody });
  }
  const right = bodies.map(({ type, schema }) =>
    type.startsWith('multipart/') ? formBody(schema) : jsonBody(schema, type),
  );
  return fc.oneof(
    // The usual body comes first, and most requests have it.
    ...right.map((arbitrary, index) => ({ weight: index === 0 ? 16 : 2, arbitrary })),
    { weight: 2, arbitrary: strangeBody },
    { weight: 1, arbitrary: none },
  );
}

/** Routes that are opened by the token of a share link. */
const isShared = ({ path }: Operation) => /^\/shared(\/|$)/.test(path);

export function requestsFor(operation: Operation): Arbitrary<FuzzRequest> {
  const inPlace = (place: Parameter['in']) => operation.parameters.filter((one) => one.in === place);
  const ids = Object.fromEntries(inPlace('path').map((one) => [one.name, choiceOf(one)]));
  return fc.record({
    method: fc.oneof(
      { weight: 20, arbitrary: fc.constant(operation.method) },
      { weight: 1, arbitrary: fc.constantFrom(...otherMethods) },
    ),
    caller: fc.oneof(
      {
        weight: 8,
        arbitrary: fc.constantFrom<CallerKind>(
          ...(isShared(operation) ? ['share' as const] : ['session' as const, 'key' as const]),
        ),
      },
      { weight: 2, arbitrary: fc.constantFrom(...callers) },
    ),
    ids: fc.record(ids),
    query: queryOf(inPlace('query')),
    headers: headersOf(inPlace('header')),
    body: bodyOf(operation),
  });
}

/** A body that needs ids of jobs only; null if it needs anything else. */
function plainBody({ bodies: [body] }: Operation): FuzzBody | null {
  if (body === undefined) return { kind: 'none' };
  const required = body.schema.required ?? [];
  const canBeEmpty = body.type === 'application/json';
  if ((required.length === 0 && !canBeEmpty) || !required.every(namesJob)) return null;
  const text = JSON.stringify(Object.fromEntries(required.map((name) => [name, ownJobId])));
  return { kind: 'text', text, type: body.type };
}

/**
 * A fully valid request for existing resources, which random drawing might never produce; null if its body needs more
 * than their ids.
 */
export function plainRequest(operation: Operation): FuzzRequest | null {
  const { method, parameters } = operation;
  const body = plainBody(operation);
  if (body === null) return null;
  const choice = ({ name }: Parameter): IdChoice =>
    isId(name) ? { kind: 'own', index: 0 } : { kind: 'text', text: namesFor(name)[0] ?? '' };
  const path = parameters.filter((one) => one.in === 'path');
  const ids = Object.fromEntries(path.map((one) => [one.name, choice(one)]));
  const query = parameters.flatMap(({ name, in: place }) => {
    const value = place === 'query' ? queryValues[name] : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return { method, caller: isShared(operation) ? 'share' : 'session', ids, query, headers: [], body };
}
