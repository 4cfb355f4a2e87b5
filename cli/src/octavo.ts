#!/usr/bin/env node
/** The executable `octavo`: runs the command line and sets the exit code. */
import module from 'node:module';

// Node 22 and later can cache compiled code for the next start; must be enabled before anything is loaded.
module.enableCompileCache?.();

// A reader that closes the pipe early, such as `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const [{ run }, { processEnvironment }] = await Promise.all([
  import('./run.ts'),
  import('./cli-environment.ts'),
]);
process.exitCode = await run(process.argv.slice(2), processEnvironment());
