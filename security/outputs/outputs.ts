/** Scenario `outputs`: documents full of payloads are converted to every format, and a real browser opens the results. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentialHeaders } from '@octavo/testkit/client/credentials.ts';
import { jobOf, sendRequest, submit } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { accept } from '@octavo/testkit/invariants/journal.ts';
import { startProcesses, waitForDone } from '@octavo/testkit/load/start-processes.ts';
import type { Context, Figure, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import { zeroFigure } from '../figures.ts';
import { corpusDirectory } from '../fuzz-pdf/sources.ts';
import { type Opening, openBrowser, type TestBrowser } from './browser.ts';
import { type CanaryServer, openCanaryServer } from './canary-server.ts';
import { makeHostileDocument, makePolyglot } from './hostile-document.ts';
import { payloadsFor } from './payloads.ts';
import { type Opened, type OutputViolation, outputViolations, type Route } from './violations.ts';

const types: Readonly<Record<string, string>> = {
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json',
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  'tagged-pdf': 'application/pdf',
  'annotated-pdf': 'application/pdf',
  images: 'application/zip',
};
const formats = Object.keys(types);
const lanes = 3;
const corpusFiles = [
  '28_external.pdf',
  '29_inject.pdf',
  '30_inject_table.pdf',
  '31_hidden.pdf',
  '42_polyglot_html.pdf',
];

type Specimen = { readonly name: string; readonly file: Buffer; readonly options: object };
type Made = { readonly name: string; readonly id: string; readonly urls: Readonly<Record<string, string>> };
type Task = Opening & { readonly what: string; readonly route: Route; readonly type: string };

const ownNames = ['plain', 'rich', 'polyglot'];

function specimens(canary: string, isFull: boolean): Specimen[] {
  const file = makeHostileDocument(canary);
  const [separator] = payloadsFor('separator', canary);
  const text = separator?.text ?? '';
  const own: Specimen[] = [
    { name: 'plain', file, options: { format: formats } },
    {
      name: 'rich',
      file,
      options: {
        format: formats,
        use_struct_tree: true,
        include_header_footer: true,
        markdown_with_html: true,
        image_output: 'embedded',
        html_page_separator: text,
        markdown_page_separator: text,
        text_page_separator: text,
        content_safety_off: ['hidden-text', 'off-page', 'tiny', 'hidden-ocg'],
      },
    },
    {
      name: 'polyglot',
      file: makePolyglot(canary),
      options: { format: ['text', 'markdown', 'html', 'json'] },
    },
  ];
  if (!isFull) return own;
  const found = corpusFiles.map((name) => join(corpusDirectory(), 'hostile', name)).filter(existsSync);
  return [
    ...own,
    ...found.map((path) => ({
      name: path.split('/').at(-1) ?? '',
      file: readFileSync(path),
      options: { format: formats },
    })),
  ];
}

/** The file name is a payload too; its suffix identifies the document. */
const fileNameOf = ({ name }: Specimen) =>
  `"><img src=x onerror=console.log('octavo-ran name')>\u202efdp.exe;../..${name}-secretname-${name}.pdf`.replaceAll(
    '"',
    '%22',
  );

/** A refused document is never served, so ours must be accepted. */
async function convert(
  environment: TestEnvironment,
  node: string,
  account: Account,
  specimen: Specimen,
): Promise<readonly Made[]> {
  const { name, file, options } = specimen;
  const reply = await submit(node, account, { file, fileName: fileNameOf(specimen), options });
  if (reply.status === 400 && !ownNames.includes(name)) {
    environment.journal.refused.set(name, reply.status);
    return [];
  }
  if (reply.status !== 201) throw new Error(`${name}: ${reply.status} ${reply.text}`);
  const { id } = jobOf(reply);
  accept(environment.journal, id, { tag: name, account: account.email, formats: [], document: name });
  const { download_urls: urls } = await waitForDone(node, account, id, 180_000);
  return [{ name, id, urls }];
}

async function imagesOf(node: string, account: Account, { id, urls }: Made): Promise<readonly string[]> {
  if (!('images' in urls)) return [];
  const reply = await sendRequest(node, `/jobs/${id}/images`, { caller: account });
  const { items } = reply.json as { items: readonly { name: string }[] };
  return items.slice(0, 3).map(({ name }) => name);
}

async function tasksFor(node: string, account: Account, made: Made): Promise<Task[]> {
  const headers = credentialHeaders(account);
  const at = (path: string) => `${node}/jobs/${made.id}/${path}`;
  const images = await imagesOf(node, account, made);
  const paths = [
    ...Object.keys(made.urls).map((format) => [`download/${format}`, types[format] ?? ''] as const),
    ['source', 'application/pdf'] as const,
    ...images.map(
      (name) =>
        [`images/${encodeURIComponent(name)}`, name.endsWith('png') ? 'image/png' : 'image/jpeg'] as const,
    ),
  ];
  const signed = Object.entries(made.urls);
  return [
    ...paths.map(
      ([path, type]): Task => ({ what: `${made.name} ${path}`, route: 'api', type, url: at(path), headers }),
    ),
    ...signed.map(
      ([format, url]): Task => ({
        what: `${made.name} ${format}`,
        route: 'signed',
        type: types[format] ?? '',
        url,
      }),
    ),
    ...paths.map(
      ([path, type]): Task => ({
        what: `${made.name} ${path}`,
        route: 'shown',
        type,
        url: at(path),
        headers,
        withoutDisposition: true,
        clicks: true,
      }),
    ),
  ];
}

/** The html served without our headers, as on another web server. */
async function bareTasks(node: string, account: Account, made: Made): Promise<Task[]> {
  const { text } = await sendRequest(node, `/jobs/${made.id}/download/html`, { caller: account });
  const served = { type: 'text/html; charset=utf-8', body: Buffer.from(text) };
  const url = `http://static.octavo.test/${made.name}.html`;
  return [{ what: `${made.name} html`, route: 'bare', type: '', url, served, clicks: true }];
}

async function openAll(browser: TestBrowser, tasks: readonly Task[]): Promise<Opened[]> {
  const queue = [...tasks];
  const opened: Opened[] = [];
  const lane = async () => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      const { what, route, type } = task;
      opened.push({ what, route, type, visit: await browser.open(task) });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return opened;
}

function figuresOf(served: readonly Opened[], shown: readonly Opened[], canary: CanaryServer): Figure[] {
  const violations = served.flatMap(outputViolations);
  const figure = (kind: OutputViolation['kind'], name: string, from = violations): Figure => {
    const found = from.filter((one) => one.kind === kind);
    return zeroFigure(
      found.map(({ what }) => what),
      name,
    );
  };
  return [
    figure('script', 'scripts run'),
    figure('request', 'requests to anything but the document'),
    figure('not a file', 'results displayed, or saved under an unsafe name'),
    figure('header', 'headers missing or wrong'),
    figure(
      'script',
      'scripts run where the browser displays the file anyway',
      shown.flatMap(outputViolations),
    ),
    zeroFigure(canary.asked.slice(0, 10), 'requests to the canary server', canary.asked.length),
  ];
}

const named = (violations: readonly OutputViolation[], kind: OutputViolation['kind']) => {
  const found = violations.filter((one) => one.kind === kind).map(({ what }) => what);
  return found.length === 0 ? '0' : `${found.length}: ${[...new Set(found)].slice(0, 12).join('; ')}`;
};

/** Not guaranteed, but useful to readers of the report. */
function bareNotes(shown: readonly Opened[], bare: readonly Opened[]): string[] {
  const [requests, alone] = [shown.flatMap(outputViolations), bare.flatMap(outputViolations)];
  return [
    `displayed despite the attachment header, under CSP sandbox: requests ${named(requests, 'request')}`,
    `html from a server without our headers, every link clicked: scripts ${named(alone, 'script')}; requests ${named(alone, 'request')}`,
  ];
}

async function run(context: Context): Promise<Outcome> {
  const { environment, isFull } = context;
  const canary = await openCanaryServer();
  const browser = await openBrowser();
  try {
    const { apis, accounts } = await startProcesses(context, { apis: 1, workers: 1, accounts: 1 });
    const [node, account] = [apis[0]?.url ?? '', accounts[0] as Account];
    const made: Made[] = [];
    const tried = specimens(canary.url, isFull);
    for (const specimen of tried) made.push(...(await convert(environment, node, account, specimen)));
    const tasks = (await Promise.all(made.map((one) => tasksFor(node, account, one)))).flat();
    const served = await openAll(
      browser,
      tasks.filter(({ route }) => route !== 'shown'),
    );
    const quiet: CanaryServer = { ...canary, asked: [...canary.asked] };
    const shown = await openAll(
      browser,
      tasks.filter(({ route }) => route === 'shown'),
    );
    const bare = await openAll(
      browser,
      (await Promise.all(made.map((one) => bareTasks(node, account, one)))).flat(),
    );
    return {
      load: `${made.length} of ${tried.length} documents accepted, ${served.length} results opened, ${shown.length} displayed anyway`,
      figures: figuresOf(served, shown, quiet),
      notes: [`Chromium ${browser.version}, restarted ${browser.crashes()} times`, ...bareNotes(shown, bare)],
    };
  } finally {
    await browser.close();
    await canary.close();
  }
}

export const outputs: Scenario = {
  name: 'outputs',
  about: 'results full of payloads, opened in a browser as they are served',
  doesNotShow:
    'one browser, Chromium; markdown and PDF viewers of others are not tried; results from a server without our headers are reported, not guaranteed',
  corruptions: [corruptions.wrongOutput],
  run,
};
