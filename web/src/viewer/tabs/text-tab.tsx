/** The plain text. */
import { useTranslation } from '../../i18n/use-translation.ts';
import { SourceLines } from './source-lines.tsx';
import { TwoViews } from './two-views.tsx';

export function TextTab({ text }: { readonly text: string }) {
  const { t } = useTranslation('viewer');
  return <TwoViews text={text} source={<SourceLines label={t('tab.text')} text={text} />} />;
}
