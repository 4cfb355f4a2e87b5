/** Reads the imports of a workspace and checks them against rules: cycles, layers, tests imported by sources. */
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';

/** Directory below `src` → the directories it may import from, besides itself and the files directly in `src`. */
export type Layers = Readonly<Record<string, readonly string[]>>;

export type ImportRule = IForbiddenRuleType;

const test = '\\.test\\.ts$';

const rulesOfEveryWorkspace: readonly ImportRule[] = [
  { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
  { name: 'imports resolve', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'sources do not import tests',
    severity: 'error',
    from: { path: '^src/', pathNot: [test, '^src/testing/'] },
    to: { path: ['^test/', '^src/testing/', test] },
  },
];

function layerRule(name: string, allowed: readonly string[]): ImportRule {
  return {
    name: `${name} imports only ${allowed.length > 0 ? allowed.join(', ') : 'itself'}`,
    severity: 'error',
    from: { path: `^src/${name}/`, pathNot: test },
    to: {
      path: '^src/[^/]+/',
      pathNot: [name, ...allowed].map((directory) => `^src/${directory}/`),
    },
  };
}

export type ImportGraphOptions = { readonly layers: Layers; readonly rules?: readonly ImportRule[] };

/** Every broken rule of the workspace in `directory`, as one line each. */
export async function importViolations(
  directory: string,
  { layers, rules = [] }: ImportGraphOptions,
): Promise<readonly string[]> {
  const layerRules = Object.entries(layers).map(([name, allowed]) => layerRule(name, allowed));
  const { output } = await cruise(
    ['src'],
    {
      baseDir: directory,
      ruleSet: { forbidden: [...rulesOfEveryWorkspace, ...layerRules, ...rules] },
      validate: true,
      // Type-only imports count: they tie modules together for a reader as much as the others.
      tsPreCompilationDeps: true,
      // Other workspaces are checked by their own tests.
      doNotFollow: { path: ['node_modules', '^\\.\\./'] },
    },
    {
      extensions: ['.ts', '.js', '.json'],
      conditionNames: ['octavo-source', 'import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  );
  const { summary, modules } = output as ICruiseResult;
  if (modules.length === 0) throw new Error(`no modules found in ${directory}`);
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}
