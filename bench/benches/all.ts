/** Every benchmark, in the order of the report. */
import type { Bench } from '../bench.ts';
import { commits } from './commits.ts';
import { download } from './download.ts';
import { engine } from './engine.ts';
import { hotQueries } from './hot-queries.ts';
import { index } from './index.ts';
import { largeDocuments } from './large-documents.ts';
import { latency } from './latency.ts';
import { memory } from './memory.ts';
import { others } from './others.ts';
import { queue } from './queue.ts';
import { read } from './read.ts';
import { reading } from './reading.ts';
import { reproducibility } from './reproducibility.ts';
import { submit } from './submit.ts';
import { throughput } from './throughput.ts';
import { upload } from './upload.ts';
import { workers } from './workers.ts';

export const allBenches: readonly Bench[] = [
  throughput,
  latency,
  engine,
  index,
  read,
  reading,
  submit,
  upload,
  download,
  queue,
  commits,
  workers,
  hotQueries,
  largeDocuments,
  memory,
  reproducibility,
  others,
];
