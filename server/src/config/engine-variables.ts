/** Variables of the engine and its surroundings. */
import { integer, oneOf, optional, sha256, text } from './variable.ts';

export const engineVariables = {
  slots: integer({
    name: 'OCTAVO_ENGINE_SLOTS',
    summary: 'Conversions at once in a worker; each is a warm JVM. About one a core.',
    fallback: 1,
    min: 1,
    max: 256,
  }),
  preflightSlots: integer({
    name: 'OCTAVO_PREFLIGHT_SLOTS',
    summary: 'Admission checks at once in an API process.',
    fallback: 1,
    min: 1,
    max: 64,
  }),
  inspectSlots: integer({
    name: 'OCTAVO_INSPECT_SLOTS',
    summary: 'Inspections for `POST /preflight` at once in an API process.',
    fallback: 1,
    min: 1,
    max: 64,
  }),
  sandbox: oneOf(
    {
      name: 'OCTAVO_ENGINE_SANDBOX',
      summary: '`off` parses strangers’ documents with the rights of the process.',
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
    summary: 'A slot starts afresh after so many documents.',
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
      summary: 'A delegated cgroup directory for memory limits. Absent: the process’s own is tried.',
      example: '',
    }),
  ),
} as const;
