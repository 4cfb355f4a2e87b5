/** What the results of the engine depend on: the engine, our host, Java, and the programs that the host calls. */
import { execFile } from 'node:child_process';
import { glob } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import type { Tool, Toolchain } from '../domain/toolchain.ts';
import type { EngineProbe } from '../ports/engine.ts';
import { sha256Of } from './engine-jar.ts';

const run = promisify(execFile);

export function engineTools({ engineVersion, engineSha256, hostSha256, java }: EngineProbe): Toolchain {
  const uri = `pkg:npm/%40opendataloader/pdf@${engineVersion}`;
  return [
    { name: 'engine', version: engineVersion, sha256: engineSha256, uri },
    { name: 'engine-host', sha256: hostSha256 },
    { name: 'java', version: java },
  ];
}

/** Absent if the program is not installed: then nothing can depend on it. */
async function programTool(name: string): Promise<readonly Tool[]> {
  try {
    const { stdout } = await run(name, ['--version'], { timeout: 10_000 });
    const version = /\d+(\.\d+)+/.exec(stdout)?.[0];
    return version === undefined ? [] : [{ name, version }];
  } catch {
    return [];
  }
}

/** qpdf repairs damaged files; tesseract and its data recognize text. */
export async function recognitionTools(languages: readonly string[]): Promise<Toolchain> {
  const data: Tool[] = [];
  for await (const path of glob('/usr/share/tesseract-ocr/*/tessdata/*.traineddata')) {
    const language = basename(path, '.traineddata');
    if (!languages.includes(language) && language !== 'osd') continue;
    data.push({ name: `tesseract-data-${language}`, sha256: await sha256Of(path) });
  }
  data.sort((one, other) => (one.name < other.name ? -1 : 1));
  return [...(await programTool('qpdf')), ...(await programTool('tesseract')), ...data];
}
