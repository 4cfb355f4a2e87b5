/** Variables of the engine. */
import { integer, oneOf, optional, sha256, text } from './variable.ts';

export const engineVariables = {
  slots: optional(
    integer({
      name: 'OCTAVO_ENGINE_SLOTS',
      summary:
        'Conversions at once in a worker; each is a warm JVM that may use `OCTAVO_ENGINE_MEMORY_MB`. Absent: the number of cores.',
      fallback: 1,
      min: 1,
      max: 256,
    }),
  ),
  preflightSlots: integer({
    name: 'OCTAVO_PREFLIGHT_SLOTS',
    summary:
      'Admission checks at once in an API process. One account uses at most all but one of them, so with 1 a slow document makes every account wait.',
    fallback: 2,
    min: 1,
    max: 64,
  }),
  preflightWaitMs: integer({
    name: 'OCTAVO_PREFLIGHT_WAIT_MS',
    summary: 'How long a document may wait for its admission check; then it is answered 429 or 503.',
    fallback: 5_000,
    min: 100,
    max: 600_000,
  }),
  inspectSlots: integer({
    name: 'OCTAVO_INSPECT_SLOTS',
    summary: 'Inspections for `POST /preflight` at once in an API process; shared as admission checks are.',
    fallback: 2,
    min: 1,
    max: 64,
  }),
  inspectWaitMs: integer({
    name: 'OCTAVO_INSPECT_WAIT_MS',
    summary: 'How long a document may wait for its inspection; then it is answered 429 or 503.',
    fallback: 5_000,
    min: 100,
    max: 600_000,
  }),
  writerSlots: integer({
    name: 'OCTAVO_WRITER_SLOTS',
    summary:
      'Documents that an API process writes at once for `POST /jobs/{id}/outputs`. One account uses at most all but one of them; a request waits 5 seconds and is then answered 429 or 503.',
    fallback: 2,
    min: 1,
    max: 64,
  }),
  sandbox: oneOf(
    {
      name: 'OCTAVO_ENGINE_SANDBOX',
      summary: '`off` parses untrusted documents with the rights of the process.',
      fallback: 'required',
    },
    ['required', 'off'],
  ),
  javaPath: text({
    name: 'OCTAVO_ENGINE_JAVA',
    summary: 'A Java of version 17 or later.',
    fallback: '/usr/bin/java',
  }),
  jarSha256: optional(
    sha256({
      name: 'OCTAVO_ENGINE_JAR_SHA256',
      summary:
        'SHA-256 of the engine’s jar, for an engine you built yourself. Absent: the one this version was measured with. Any other jar is refused at the start.',
      example: '',
    }),
  ),
  pagesMax: integer({
    name: 'OCTAVO_ENGINE_PAGES_MAX',
    summary: 'Documents with more pages are refused.',
    fallback: 10_000,
    min: 1,
    max: 1_000_000,
  }),
  heapMegabytes: integer({
    name: 'OCTAVO_ENGINE_HEAP_MB',
    summary: 'Java heap of a slot.',
    fallback: 2_048,
    min: 128,
    max: 65_536,
  }),
  memoryMegabytes: integer({
    name: 'OCTAVO_ENGINE_MEMORY_MB',
    summary: 'Memory of a slot in all; above it the slot is killed and its job fails or is tried again.',
    fallback: 3_072,
    min: 256,
    max: 131_072,
  }),
  documentsPerProcess: integer({
    name: 'OCTAVO_ENGINE_DOCUMENTS_PER_PROCESS',
    summary: 'A slot restarts its JVM after this many documents.',
    fallback: 2_000,
    min: 1,
    max: 1_000_000,
  }),
  workDir: optional(
    text({
      name: 'OCTAVO_WORK_DIR',
      summary: 'Scratch space for uploads and conversions. Absent: a folder in the temporary directory.',
      example: '',
    }),
  ),
  cgroupDir: optional(
    text({
      name: 'OCTAVO_ENGINE_CGROUP_DIR',
      summary:
        'A delegated cgroup directory for limits of memory and tasks. Absent: the process’s own is tried.',
      example: '',
    }),
  ),
} as const;
