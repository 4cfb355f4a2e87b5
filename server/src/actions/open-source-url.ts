/** Opens the file behind a URL, for a submission that names it instead of sending the file. */
import { safeFileName } from '../domain/download-name.ts';
import { invalidRequest, OctavoError } from '../domain/errors.ts';
import { sourceUrlCharsMax } from '../domain/source-url.ts';
import type { FileFetcher } from '../ports/file-fetcher.ts';
import type { OpenStoredFile } from './receive-upload.ts';

function refused(msg: string) {
  return invalidRequest({ loc: ['source_url'], msg });
}

function notOffered(): OctavoError {
  return new OctavoError('source_url_not_offered', 'This service does not fetch files from URLs.');
}

/** What can be said without the network; the fetcher checks addresses. */
function checkUrl(text: string): void {
  if (text.length > sourceUrlCharsMax)
    throw refused(`must not be longer than ${sourceUrlCharsMax} characters`);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw refused('must be a URL that starts with https://');
  const { username, password } = new URL(text);
  if (username !== '' || password !== '') throw refused('must not contain a user name or a password');
}

/** The last part of the path may be a secret unless it is the name of a PDF; the file name is shown and shared. */
const fileNameFrom = (last: string | undefined) =>
  safeFileName(/\.pdf$/i.test(last ?? '') ? last : undefined);

export function sourceUrlOpener(fetcher: FileFetcher | undefined, signal: AbortSignal): OpenStoredFile {
  return async (url) => {
    if (!fetcher) throw notOffered();
    checkUrl(url);
    const { fileName, body } = await fetcher.fetch(url, signal);
    // Nothing was promised about the file that could be compared.
    return { fileName: fileNameFrom(fileName), body, verify: () => {}, host: new URL(url).host };
  };
}
