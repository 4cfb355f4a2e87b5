/**
 * Loads the settings of the development services and of `.env`, where they exist, before the script of an npm command.
 * Node's `--env-file-if-exists` does the same but prints a line for each missing file. Variables that are set already
 * are kept, so the file with precedence comes first.
 */
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

for (const path of ['.env', '.services/dev/env']) {
  if (existsSync(path)) loadEnvFile(path);
}
