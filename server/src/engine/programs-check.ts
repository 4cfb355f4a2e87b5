/** Health checks of the programs that repair files and recognize text, and of the languages that are installed. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Check, type Finding, ok, warn } from '../ports/health-check.ts';

const run = promisify(execFile);
const timeoutMs = 10_000;

/** Where the engine's sandbox looks for them. */
export const programPaths = {
  qpdf: '/usr/bin/qpdf',
  pdftoppm: '/usr/bin/pdftoppm',
  tesseract: '/usr/bin/tesseract',
} as const;

type Paths = Readonly<Record<keyof typeof programPaths, string>>;

/** What it prints, or null if it cannot be run. */
async function answerOf(path: string, argument: string): Promise<string | null> {
  try {
    const { stdout, stderr } = await run(path, [argument], { timeout: timeoutMs, env: {} });
    return `${stdout}${stderr}`;
  } catch {
    return null;
  }
}

const firstLine = (answer: string) => answer.split('\n')[0]?.trim() ?? '';

const packageOf = (language: string) => `tesseract-ocr-${language.replace('_', '-')}`;

function languagesOf(answer: string, wanted: readonly string[]): Finding {
  const installed = new Set(answer.split('\n').map((line) => line.trim()));
  // Without `osd`, pages that lie on their side are not turned.
  const missing = [...wanted, 'osd'].filter((language) => !installed.has(language));
  return missing.length === 0
    ? ok('OCR', `languages ${wanted.join(', ')} are installed`)
    : warn(
        'OCR',
        `languages are not installed: ${missing.join(', ')}`,
        `On workers, install ${missing.map(packageOf).join(' ')}, or change OCTAVO_OCR_LANGUAGES.`,
      );
}

async function recognition(paths: Paths, languages: readonly string[]): Promise<readonly Finding[]> {
  const [drawing, list] = await Promise.all([
    answerOf(paths.pdftoppm, '-v'),
    answerOf(paths.tesseract, '--list-langs'),
  ]);
  const absent = [
    ...(drawing === null ? ['poppler-utils'] : []),
    ...(list === null ? ['tesseract-ocr'] : []),
  ];
  if (absent.length === 0 && list !== null) return [languagesOf(list, languages)];
  const next = `On workers, install ${absent.join(' ')}; or set OCTAVO_OCR=false.`;
  return [warn('OCR', 'cannot run: scans are converted without text', next)];
}

/** Warnings only: without these programs, damaged files are refused and scans have no text, and all else works. */
export function programsCheck(
  ocr: { readonly enabled: boolean; readonly languages: readonly string[] },
  paths: Paths = programPaths,
): Check {
  return {
    part: 'programs',
    run: async () => {
      const version = await answerOf(paths.qpdf, '--version');
      const repair =
        version === null
          ? warn('repair', 'qpdf was not found: damaged files are refused', 'Install qpdf.')
          : ok('repair', firstLine(version));
      return [repair, ...(ocr.enabled ? await recognition(paths, ocr.languages) : [])];
    },
  };
}
