/** The modules of the server and which of them may import which, as described in ARCHITECTURE.md. */
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';

/** Each module with the other modules it may import. `start` wires everything and is not listed. */
export const modules = {
  domain: [],
  protocol: [],
  ports: ['domain', 'protocol'],
  actions: ['ports', 'domain', 'protocol'],
  http: ['actions', 'ports', 'domain', 'protocol'],
  worker: ['actions', 'ports', 'domain', 'protocol'],
  admin: ['actions', 'ports', 'domain'],
  postgres: ['ports', 'domain'],
  s3: ['ports', 'domain', 'protocol'],
  processes: ['ports', 'domain'],
  engine: ['processes', 'ports', 'domain'],
  writer: ['processes', 'ports', 'domain'],
  oidc: ['ports', 'domain'],
  outgoing: ['ports', 'domain', 'protocol'],
  config: [],
  telemetry: ['ports', 'domain', 'protocol'],
} as const satisfies Record<string, readonly string[]>;

function moduleRules(): IForbiddenRuleType[] {
  return Object.entries(modules).map(([module, allowed]) => ({
    name: `${module} imports only ${allowed.length > 0 ? allowed.join(', ') : 'itself'}`,
    severity: 'error',
    from: { path: `(^|/)src/${module}/`, pathNot: '\\.test\\.ts$' },
    to: {
      path: '(^|/)src/',
      // Packages have directories of this name too.
      pathNot: ['(^|/)node_modules/', ...[module, ...allowed].map((name) => `(^|/)src/${name}/`)],
    },
  }));
}

const rules: IForbiddenRuleType[] = [
  ...moduleRules(),
  { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
  { name: 'imports resolve', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'actions import only what reads documents',
    severity: 'error',
    from: { path: '(^|/)src/actions/' },
    to: { path: '(^|/)document/', pathNot: '(^|/)document/(model|reading|citations|chunks|docling)/' },
  },
  {
    name: 'only the writer and actions import documents',
    severity: 'error',
    from: { path: '(^|/)src/', pathNot: '(^|/)src/(writer|actions)/' },
    to: { path: '(^|/)document/(?!package)' },
  },
  {
    name: 'sources do not import tests',
    severity: 'error',
    from: { path: '(^|/)src/', pathNot: '\\.test\\.ts$' },
    to: { path: '(^|/)test/|\\.test\\.ts$' },
  },
];

/** Every violation in a directory that has a `src` folder, one line each. */
export async function importViolations(directory: string): Promise<readonly string[]> {
  const { output } = await cruise(
    ['src'],
    {
      baseDir: directory,
      ruleSet: { forbidden: rules },
      validate: true,
      tsPreCompilationDeps: true,
      // Other workspaces are checked by their own tests.
      doNotFollow: { path: ['node_modules', '^\\.\\./'] },
    },
    {
      extensions: ['.ts', '.js', '.json'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  );
  const { summary, modules } = output as ICruiseResult;
  if (modules.length === 0) throw new Error(`no modules found in ${directory}`);
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}
