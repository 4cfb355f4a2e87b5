/** The fake meets the same contract as the Postgres store, so that unit tests on it are valid. */
import { memoryStore } from '../fakes/memory-store.ts';
import { describeStore } from './store.ts';

describeStore('the store in memory', async () => memoryStore());
