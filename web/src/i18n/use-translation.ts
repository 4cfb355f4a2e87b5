/** The hook that gives components their texts; unknown keys do not compile. */
import { useCallback, useSyncExternalStore } from 'react';
import { currentTexts, type Language, onTextsChange } from './language.ts';
import type { Namespace, TextKey } from './locale.ts';
import { type TextValues, translate } from './translate.ts';

export type Translate<N extends Namespace> = (key: TextKey<N>, values?: TextValues) => string;

export function useTranslation<N extends Namespace = 'app'>(
  namespace: N = 'app' as N,
): { readonly t: Translate<N>; readonly language: Language } {
  const { language, texts } = useSyncExternalStore(onTextsChange, currentTexts);
  const t = useCallback<Translate<N>>(
    (key, values) => translate(language, texts[namespace], key, values),
    [language, texts, namespace],
  );
  return { t, language };
}
