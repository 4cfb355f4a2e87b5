/** Compiles the Java host of the engine: `node scripts/build-engine-host.ts`. Does nothing when it is up to date. */
import { ensureHostJar } from '../server/src/engine/host-jar.ts';

const jar = await ensureHostJar();
console.log(jar.built ? `built ${jar.path}` : `up to date: ${jar.path}`);
