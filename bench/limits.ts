/**
 * What holds a figure back where its aim is missed, by the name of the figure: written by whoever looked into it, in
 * words that stay true when the figures move. A line is printed only beside a miss.
 */
const youngGeneration =
  'Looked at with nothing to do, a process of 246 MB had 64 MB of young generation, 10 of them in use, 54 MB of Node’s own code, and 33 MB of what strips the types; `--max-semi-space-size` makes the first smaller, at the price of more collections.';

const hiddenText =
  'Looking for hidden text: about one page in eight has to be drawn for it, and the code that draws is compiled anew in every young process. The third pass, which leaves it out, does what the CLI does and is ahead of it.';

export const limits: Readonly<Record<string, string>> = {
  'reading a job':
    'A profile showed no single part: signing two URLs was a sixth of the CPU before its key was kept ready, the rest is spread over the query builder, the driver, hooks, the log and metrics.',
  'throughput, worker just started': hiddenText,
  'throughput, second pass of the same worker': hiddenText,
  'upload of 100 MB':
    'Timed step by step, 100 MB took 1.7 s: 0.5 to receive and spool them, which is what the bare server takes for everything, 0.12 to open them in the sandbox, 1.0 to store them in parts of 5 MB, one step after the other. Storing while receiving would have to be undone for every file that is refused.',
  'download of 100 MB':
    'One more process between storage and client, on the same cores: every byte is read and written once more. Clients that follow the signed URLs of a job do without it.',
  'queue, 16 accounts, stub storage':
    'A task of ours is ten statements: claim, lease, events, outputs, charge and counters, each of them committed before the next task is counted. The queue alone fetches and completes many with one statement.',
  'memory of the API at rest': youngGeneration,
  'memory of the API under full load': youngGeneration,
};
