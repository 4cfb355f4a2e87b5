#!/usr/bin/env node
/** `octavo`: hands the command line over and leaves with the code it ends in. */
import module from 'node:module';

// Node 22 and later keep what they compiled for the next start; it has to be said before anything is loaded.
module.enableCompileCache?.();

// A reader that has seen enough, such as `head`, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const [{ run }, { processEnvironment }] = await Promise.all([
  import('./run.ts'),
  import('./cli-environment.ts'),
]);
process.exitCode = await run(process.argv.slice(2), processEnvironment());
