/** A promise that is returned from a `try` without `await` escapes its `catch` and its `finally`: none may. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));

function programOf(files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(join(repository, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, repository);
  return ts.createProgram(files, { ...options, noEmit: true, skipLibCheck: true });
}

/** Within the same function: a function inside the block returns to its own caller. */
function isInTry(node: ts.Node): boolean {
  for (let inner = node, outer = node.parent; outer; inner = outer, outer = outer.parent) {
    if (ts.isFunctionLike(outer)) return false;
    if (ts.isTryStatement(outer) && outer.tryBlock === inner) return true;
    if (ts.isTryStatement(outer) && outer.finallyBlock && outer.catchClause === inner) return true;
  }
  return false;
}

function unawaitedReturns(program: ts.Program, file: ts.SourceFile): readonly string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isReturnStatement(node) && node.expression && !ts.isAwaitExpression(node.expression)) {
      // The type last: a program of this size takes long to check, and few returns are in a `try`.
      if (isInTry(node) && checker.getTypeAtLocation(node.expression).getProperty('then') !== undefined) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${file.fileName.replace(repository, '')}:${line + 1}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function violations(files: readonly string[]): readonly string[] {
  const program = programOf(files);
  return program
    .getSourceFiles()
    .filter((file) => files.includes(file.fileName))
    .flatMap((file) => unawaitedReturns(program, file));
}

describe('a promise returned from a try block', { timeout: 120_000 }, () => {
  it('is awaited everywhere in server, SDK and command line', () => {
    const folders = ['server/src', 'sdk/src', 'cli/src'];
    const files = folders.flatMap((folder) =>
      ts.sys.readDirectory(join(repository, folder), ['.ts'], ['**/*.test.ts']),
    );
    expect(files.length).toBeGreaterThan(200);
    expect(violations(files)).toEqual([]);
  });

  it('is found when it is not awaited', () => {
    const planted = join(repository, 'server/test/fixtures/unawaited-return.ts');
    expect(violations([planted])).toEqual(['server/test/fixtures/unawaited-return.ts:6']);
  });
});
