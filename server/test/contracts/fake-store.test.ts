/** The fake keeps the contract of the real one, or unit tests would prove nothing. */
import { memoryStore } from '../fakes/memory-store.ts';
import { describeStore } from './store.ts';

describeStore('the store in memory', async () => memoryStore());
