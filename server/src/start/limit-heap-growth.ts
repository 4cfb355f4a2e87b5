/**
 * Collects garbage when the heap has grown by half. On a machine with much memory V8 waits until it has grown
 * fourfold, which is too much next to engine processes.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--heap-growing-percent=50');
