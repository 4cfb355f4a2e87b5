/** Theme and language, as native selects, which work well on phones. */

import { chooseLanguage, type Language, languageNames, languages } from '../i18n/language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../theme/theme.ts';
import { Select } from '../ui/select.tsx';

const themes: readonly ThemeChoice[] = ['system', 'light', 'dark'];

export function Preferences() {
  const { t, language } = useTranslation();
  const theme = useThemeChoice();
  return (
    <div className="flex gap-2">
      <Select
        label={t('theme.label')}
        value={theme}
        onChange={(value) => chooseTheme(value as ThemeChoice)}
        options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
      />
      <Select
        label={t('language.label')}
        value={language}
        onChange={(value) => void chooseLanguage(value as Language)}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
    </div>
  );
}
