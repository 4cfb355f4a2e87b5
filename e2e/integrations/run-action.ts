/** Runs a composite action as GitHub's runner does: inputs, steps one after the other, outputs. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { networkEnvironment } from '@octavo/testkit/processes/network-environment.ts';
import { parse } from 'yaml';

export const actionPath = fileURLToPath(new URL('../../integrations/github-action', import.meta.url));

type Step = {
  readonly id?: string;
  readonly shell: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
};
type Action = {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};

export type ActionRun = {
  readonly code: number;
  /** What the runner reads, commands included. */
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
};

export const readAction = () => parse(readFileSync(join(actionPath, 'action.yml'), 'utf8')) as Action;

type Values = Readonly<Record<string, string>>;

/** `${{ inputs.name }}`; anything else is a fault of the action. */
function evaluated(text: string, values: Values): string {
  return text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the action uses ${name}, which is not known`);
    return value;
  });
}

function inputsOf({ inputs }: Action, given: Values): Values {
  for (const name of Object.keys(given)) if (!inputs[name]) throw new Error(`no input ${name}`);
  const values = Object.entries(inputs).map(([name, { default: byDefault, required }]) => {
    const value = given[name] ?? byDefault;
    if (value === undefined) throw new Error(`${name} is missing${required ? '' : ' and has no default'}`);
    return [`inputs.${name}`, value];
  });
  return Object.fromEntries(values);
}

const outputsIn = (text: string): Values =>
  Object.fromEntries(text.split('\n').flatMap((line) => (line === '' ? [] : [line.split(/=(.*)/s, 2)])));

type Ended = { readonly code: number; readonly printed: string };

/** Not synchronous: a process that stands still for seconds finds its connections to the service closed. */
async function runStep(command: string, cwd: string, env: Values): Promise<Ended> {
  // The runner calls bash like this for `shell: bash`.
  const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', command];
  try {
    const { stdout, stderr } = await promisify(execFile)('bash', args, { cwd, env, timeout: 240_000 });
    return { code: 0, printed: `${stdout}${stderr}` };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string };
    return { code: typeof code === 'number' ? code : 1, printed: `${stdout}${stderr}` };
  }
}

export async function runAction(workspace: string, given: Values): Promise<ActionRun> {
  const action = readAction();
  const temporary = mkdtempSync(join(tmpdir(), 'octavo-runner-'));
  const [output, summary] = [join(temporary, 'output'), join(temporary, 'summary')];
  mkdirSync(join(temporary, 'temp'));
  let values = inputsOf(action, given);
  let log = '';
  let code = 0;
  writeFileSync(summary, '');
  try {
    for (const { id, run, env = {} } of action.runs.steps) {
      writeFileSync(output, '');
      const own = Object.entries(env).map(([name, text]) => [name, evaluated(text, values)]);
      const ended = await runStep(evaluated(run, values), workspace, {
        ...networkEnvironment(),
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? temporary,
        ['GITHUB_ACTION_PATH']: actionPath,
        ['GITHUB_OUTPUT']: output,
        ['GITHUB_STEP_SUMMARY']: summary,
        ['RUNNER_TEMP']: join(temporary, 'temp'),
        ...Object.fromEntries(own),
      });
      log += ended.printed;
      code = ended.code;
      const made = Object.entries(outputsIn(readFileSync(output, 'utf8')));
      values = {
        ...values,
        ...Object.fromEntries(made.map(([name, value]) => [`steps.${id}.outputs.${name}`, value])),
      };
      if (code !== 0) break;
    }
    const outputs = Object.entries(action.outputs).map(([name, { value }]) => {
      const known = /^\$\{\{ ([\w.-]+) \}\}$/.exec(value)?.[1] ?? '';
      return [name, values[known] ?? ''];
    });
    return { code, log, outputs: Object.fromEntries(outputs), summary: readFileSync(summary, 'utf8') };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
