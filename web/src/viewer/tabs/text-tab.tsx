/** The plain text. */
import { useTranslation } from '../../i18n/use-translation.ts';
import { PreviewAndSource } from './preview-and-source.tsx';
import { SourceLines } from './source-lines.tsx';

export function TextTab({ text }: { readonly text: string }) {
  const { t } = useTranslation('viewer');
  return <PreviewAndSource text={text} source={<SourceLines label={t('tab.text')} text={text} />} />;
}
