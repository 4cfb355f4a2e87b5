/** Puts the results of several jobs into one zip file: a folder for each job. */
import { type Download, formatsOf, type Job, type Octavo } from '@octavo/sdk';
import { downloadZip } from 'client-zip';

type Jobs = Pick<Octavo['jobs'], 'download'>;

/** Folders named after the files; a name that occurs again gets a number. */
export function folderNames(jobs: readonly Job[]): ReadonlyMap<string, string> {
  const used = new Set<string>();
  const names = new Map<string, string>();
  for (const { id, file } of jobs) {
    const stem = (file?.name ?? id).replace(/\.pdf$/i, '').replace(/[/\\:*?"<>|\p{C}]/gu, '_') || id;
    let name = stem;
    for (let count = 2; used.has(name.toLowerCase()); count++) name = `${stem} (${count})`;
    used.add(name.toLowerCase());
    names.set(id, name);
  }
  return names;
}

/** One after the other, so that only one result at a time is on its way. */
async function* filesOf(jobs: Jobs, wanted: readonly Job[], onJob: (count: number) => void) {
  const folders = folderNames(wanted);
  for (const [index, job] of wanted.entries()) {
    onJob(index + 1);
    for (const format of formatsOf(job)) {
      const file: Download = await jobs.download(job.id, format);
      yield { name: `${folders.get(job.id)}/${file.fileName}`, input: await file.blob() };
    }
  }
}

/** `onJob` is called with the number of the job that is being downloaded. */
export function zipResults(
  jobs: Jobs,
  wanted: readonly Job[],
  onJob: (count: number) => void,
): Promise<Blob> {
  return downloadZip(filesOf(jobs, wanted, onJob)).blob();
}
