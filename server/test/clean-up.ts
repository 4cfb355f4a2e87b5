/** Runs with each test file, also where files share their modules, so that `atEnd` works in each of them. */
import { afterAll } from 'vitest';
import { cleanUp } from './at-end.ts';

afterAll(cleanUp);
