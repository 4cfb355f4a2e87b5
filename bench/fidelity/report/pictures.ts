/** Pictures of our own documents on the page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@octavo/testkit/processes/fleet.ts';

export type Picture = { readonly id: string; readonly path: string };

export function pictureOf(set: string, id: string): Picture | undefined {
  const path = `fidelity/${set}-${id}.jpg`;
  return existsSync(join(repository, 'docs/reference', path)) ? { id, path } : undefined;
}
