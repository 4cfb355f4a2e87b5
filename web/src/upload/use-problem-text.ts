/** What is wrong with a file that was not sent. */
import { formatBytes } from '../format/bytes.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import type { FileProblem } from './check-file.ts';

export function useProblemText(): (problem: FileProblem) => string {
  const { t, language } = useTranslation('home');
  return (problem) => {
    switch (problem.kind) {
      case 'empty':
        return t('problem.empty');
      case 'not-pdf':
        return t('problem.notPdf');
      case 'too-large':
        return t('problem.tooLarge', { max: formatBytes(problem.bytesMax, language) });
      case 'pages-invalid':
        return t('problem.pagesInvalid', { count: problem.pages });
      case 'too-many-pages':
        return t('problem.tooManyPages', { pages: problem.pages, left: problem.pagesLeft });
    }
  };
}
