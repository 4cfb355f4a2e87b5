/** The presets of this browser: which one new uploads use, and how to remove one. */
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from '../i18n/use-translation.ts';
import { chooseOptions, countChanged, useChosenOptions } from '../options/chosen-options.ts';
import { type Preset, presetOf, removePreset, usePresets, withPreset } from '../options/presets.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

function PresetRow({ preset, isUsed }: { readonly preset: Preset; readonly isUsed: boolean }) {
  const { t } = useTranslation('settings');
  const { t: app } = useTranslation();
  const options = useChosenOptions();
  const { name } = preset;
  const changed = countChanged(preset.options);
  const facts = [
    ...(preset.options.format ?? []).map((format) => app(`formats.${format}`)),
    ...(changed > 0 ? [t('presets.changed', { count: changed })] : []),
  ];
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="text-sm text-muted">{facts.join(' · ')}</p>
      </div>
      {isUsed ? (
        <span className="shrink-0 text-sm font-medium text-success">{t('presets.used')}</span>
      ) : (
        <Button
          size="small"
          aria-label={t('presets.useNamed', { name })}
          onClick={() => chooseOptions(withPreset(preset, options))}
        >
          {t('presets.use')}
        </Button>
      )}
      <IconButton size="small" label={t('presets.remove', { name })} onClick={() => removePreset(name)}>
        <Trash2 aria-hidden size={16} />
      </IconButton>
    </li>
  );
}

export function PresetsCard() {
  const { t } = useTranslation('settings');
  const presets = usePresets();
  const used = presetOf(useChosenOptions(), presets);
  return (
    <Card title={t('presets.title')}>
      <p className="text-muted">{t(presets.length === 0 ? 'presets.none' : 'presets.text')}</p>
      {presets.length > 0 && (
        <ul aria-label={t('presets.title')} className="mt-2 divide-y divide-line">
          {presets.map((preset) => (
            <PresetRow key={preset.name} preset={preset} isUsed={preset === used} />
          ))}
        </ul>
      )}
    </Card>
  );
}
