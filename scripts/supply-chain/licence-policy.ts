/** Which licences may be in what we ship: permissive ones, and those that a decision record has let in where it says. */
import type { JarLibrary } from './jar-libraries.ts';
import type { NpmPackage } from './lockfile.ts';

const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Of fonts, which may be shipped with any software.
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);

/** Inside the engine's jar only: an npm package under one of them is still refused. */
export const jarDecision = 'docs/decisions/0013-licences-in-the-engine.md';
export const decidedInJar: ReadonlySet<string> = new Set([
  'BSD-3-Clause-No-Nuclear-License',
  'CDDL-1.1',
  'LicenseRef-JJ2000',
  'MPL-2.0',
]);

/** An SPDX expression of names, AND, OR and brackets; anything else is not understood and so not accepted. */
export function accepts(expression: string, isFine: (licence: string) => boolean): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const term = (): boolean => {
    const token = tokens[at++];
    if (token !== '(') return token !== undefined && isFine(token);
    const inner = either();
    return tokens[at++] === ')' && inner;
  };
  const both = (): boolean => {
    let fine = term();
    while (tokens[at] === 'AND') {
      at += 1;
      fine = term() && fine;
    }
    return fine;
  };
  const either = (): boolean => {
    let fine = both();
    while (tokens[at] === 'OR') {
      at += 1;
      fine = both() || fine;
    }
    return fine;
  };
  const fine = either();
  return fine && at === tokens.length;
}

function label({ name, version, licence }: NpmPackage | JarLibrary): string {
  return `${name}${version === null ? '' : `@${version}`}: ${licence ?? 'no licence named'}`;
}

export function licenceFaults(
  packages: readonly NpmPackage[],
  libraries: readonly JarLibrary[],
): readonly string[] {
  const inNpm = (licence: string) => permissive.has(licence);
  const inJar = (licence: string) => permissive.has(licence) || decidedInJar.has(licence);
  return [
    ...packages.filter(({ licence }) => licence === null || !accepts(licence, inNpm)),
    ...libraries.filter(({ licence }) => licence === null || !accepts(licence, inJar)),
  ].map((entry) => `${label(entry)}, which no decision record lets in`);
}
