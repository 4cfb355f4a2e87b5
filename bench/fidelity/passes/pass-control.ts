/** Around every pass of the document layer: a stopwatch, and a switch to leave one out. */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository } from '@octavo/testkit/processes/fleet.ts';
import { passes } from './passes.ts';
import { Stopwatch, type Timed } from './stopwatch.ts';

export class PassControl {
  readonly stopwatch = new Stopwatch();
  /** The name of the pass that is left out. */
  off: string | undefined;

  wrap(name: string, pass: Timed, instead: Timed): Timed {
    const timed = this.stopwatch.timed(name, pass);
    return (...given) => (this.off === name ? instead : timed)(...given);
  }
}

/** Replaces the functions of all passes while their modules are loaded: call it before the first import of one. */
export function controlPasses(): PassControl {
  const control = new PassControl();
  Object.assign(globalThis, { passControl: control });
  const sources = new Map(
    passes.map(({ name, module, function: pass, off }) => {
      const url = pathToFileURL(join(repository, 'document', module)).href;
      const original = JSON.stringify(`${url}?original`);
      const source = [
        `import { ${pass} as whole } from ${original};`,
        `export * from ${original};`,
        `export const ${pass} = globalThis.passControl.wrap(${JSON.stringify(name)}, whole, ${off});`,
      ].join('\n');
      return [url, source] as const;
    }),
  );
  registerHooks({
    load(url, context, next) {
      const source = sources.get(url);
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });
  return control;
}
