/**
 * Garbage is collected when the heap has grown by half. On a machine with much memory V8 waits until it has grown
 * fourfold, which a process beside engines and others has no right to.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--heap-growing-percent=50');
