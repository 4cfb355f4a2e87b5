/** The rooms of the server and who may import whom, as ARCHITECTURE.md draws it. */
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';

/** room → the rooms it may import from, besides itself. `start` wires everything and is not listed. */
export const modules = {
  domain: [],
  ports: ['domain'],
  actions: ['ports', 'domain'],
  http: ['actions', 'ports', 'domain'],
  worker: ['actions', 'ports', 'domain'],
  admin: ['actions', 'ports', 'domain'],
  postgres: ['ports', 'domain'],
  s3: ['ports', 'domain'],
  engine: ['ports', 'domain'],
  oidc: ['ports', 'domain'],
  outgoing: ['ports', 'domain'],
  config: [],
  telemetry: ['ports', 'domain'],
} as const satisfies Record<string, readonly string[]>;

function moduleRules(): IForbiddenRuleType[] {
  return Object.entries(modules).map(([room, allowed]) => ({
    name: `${room} imports only ${allowed.length > 0 ? allowed.join(', ') : 'itself'}`,
    severity: 'error',
    from: { path: `(^|/)src/${room}/`, pathNot: '\\.test\\.ts$' },
    to: { path: '(^|/)src/', pathNot: [room, ...allowed].map((name) => `(^|/)src/${name}/`) },
  }));
}

const rules: IForbiddenRuleType[] = [
  ...moduleRules(),
  { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
  { name: 'imports resolve', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'sources do not import tests',
    severity: 'error',
    from: { path: '(^|/)src/', pathNot: '\\.test\\.ts$' },
    to: { path: '(^|/)test/|\\.test\\.ts$' },
  },
];

/** Every broken rule below a directory that has a `src` folder, as one readable line each. */
export async function importViolations(directory: string): Promise<readonly string[]> {
  const { output } = await cruise(
    ['src'],
    {
      baseDir: directory,
      ruleSet: { forbidden: rules },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
    },
    {
      extensions: ['.ts', '.js', '.json'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  );
  const { summary, modules } = output as ICruiseResult;
  if (modules.length === 0) throw new Error(`nothing to read below ${directory}`);
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}
