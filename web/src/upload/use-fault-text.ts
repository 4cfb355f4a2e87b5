/** What is wrong with a file that was not sent. */
import { formatBytes } from '../format/bytes.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import type { FileFault } from './check-file.ts';

export function useFaultText(): (fault: FileFault) => string {
  const { t, language } = useTranslation('home');
  return (fault) => {
    switch (fault.kind) {
      case 'empty':
        return t('fault.empty');
      case 'not-pdf':
        return t('fault.notPdf');
      case 'too-large':
        return t('fault.tooLarge', { max: formatBytes(fault.bytesMax, language) });
      case 'pages-invalid':
        return t('fault.pagesInvalid', { count: fault.pages });
      case 'too-many-pages':
        return t('fault.tooManyPages', { pages: fault.pages, left: fault.pagesLeft });
    }
  };
}
