/**
 * Known reasons for missed aims, by figure, found by profiling. The text must stay true when the figures
 * change. A reason is printed only if the aim is missed.
 */
const hiddenText =
  'Looking for hidden text: about one page in six has to be drawn for it, and the code that draws is compiled again in every new process. Refining and writing the document, which the CLI does not do, take a third of the CPU time.';
const shortPath =
  'A chain of about 25 steps without a gap or a timer between them (decision 76). Six requests to the storage are 17 ms of it, of which four at the end share the cores with the storage itself; the admission, the claim and the end of the job are 8 ms, each a commit on disk or a chain of statements.';

export const limits: Readonly<Record<string, string>> = {
  'reading a job':
    'A profile showed no single part: signing two URLs was a sixth of the CPU before its key was kept ready, building the two statements nearly as much before they were built once; the rest is spread over the driver, hooks, the log and metrics.',
  'throughput, worker just started': hiddenText,
  'throughput, second pass of the same worker': hiddenText,
  'throughput, second pass, CLI with one compiler as well': hiddenText,
  'throughput, third pass, CLI with one compiler as well':
    'The same work of the engine as in the CLI, and besides it the document is refined, written, indexed, checked and stored, on the same cores.',
  'conversion, pool, 1 slot, hidden text looked for':
    'About one page in six has to be drawn, by code that each new process compiles again. Of the drawings, what is left is spread: groups that blend, shadings, CMYK images, second drawings of four pages. After that the profile is flat.',
  'upload of 100 MB':
    'The file is received into a spool and then stored while the sandbox opens it. Receiving, hashing and writing the spool take about 2.7 ms of CPU a MB, reading it again and sending it 2 ms; client, API, sandbox and storage share two cores, and the storage alone takes more CPU than the API. Storing parts while the file is received was tried and is slower here (decision 70).',
  'one page, long poll, beyond the warm engine': shortPath,
  'one page, event stream, beyond the warm engine': shortPath,
  'queue, 16 accounts, stub storage':
    'The worker process is busy: most of its time goes to the files of the job and their directory, to sockets and to collecting garbage, of which the bare queue has none. One process of a worker limits the rate, not the queue.',
  'large document, 2 slots':
    'With one slot, both cores already work: one extracts pages, the other one lays them out. A second slot takes CPU time from the writer, and at the end one process surveys the whole document, decides levels and lists, and writes it.',
  'download of 100 MB':
    'One more process between storage and client, on the same cores: every byte is read and written once more, and a bare Fastify that only hands them on stands little better (below). In a profile a third of its time went into collecting the buffers that were handed on; what makes the stream speak our errors cost nothing that could be measured.',
  'memory of the API under full load':
    'Looked at under load, 73 MB of the heap were in use after a collection; Node’s own code takes 55 MB, the young generation about as much as is asked for (`scripts/launch.ts`). Collections begin when the heap has grown by half; left to itself V8 let the process grow to 460 MB under the same load. In an hour it rose for half of the time, by some 12 MB, and was level from then on.',
};
