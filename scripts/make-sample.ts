/** Writes the sample document of the dashboard: `node scripts/make-sample.ts`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sampleDocument } from './sample/sample-document.ts';

const path = fileURLToPath(new URL('../web/public/sample.pdf', import.meta.url));
const bytes = sampleDocument();
writeFileSync(path, bytes);
console.log(`${bytes.length} bytes in ${path}`);
