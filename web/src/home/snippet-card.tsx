/** Code samples for the API with the URL of this installation. */
import { Link } from '@tanstack/react-router';
import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { useDashboard } from '../session/dashboard-context.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';

type SnippetLanguage = 'curl' | 'typescript' | 'python' | 'cli';

function snippet(language: SnippetLanguage, baseUrl: string): string {
  switch (language) {
    case 'curl':
      return [
        `curl ${baseUrl}/jobs \\`,
        '  -H "X-Api-Key: $OCTAVO_API_KEY" \\',
        '  -F file=@report.pdf',
      ].join('\n');
    case 'typescript':
      return [
        "import { Octavo } from '@octavo/sdk';",
        '',
        `const octavo = new Octavo({ baseUrl: '${baseUrl}' });`,
        "const { markdown } = await octavo.convert('report.pdf');",
      ].join('\n');
    case 'python':
      return [
        'from octavo import Octavo',
        '',
        `client = Octavo(base_url="${baseUrl}")`,
        'print(client.convert("report.pdf").markdown)',
      ].join('\n');
    case 'cli':
      return [`export OCTAVO_BASE_URL=${baseUrl}`, 'octavo convert report.pdf'].join('\n');
  }
}

const languages: readonly { readonly value: SnippetLanguage; readonly label: string }[] = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
  { value: 'cli', label: 'CLI' },
];

export function SnippetCard() {
  const { t } = useTranslation('home');
  const { config } = useDashboard();
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const code = snippet(language, config.apiUrl);
  return (
    <Card title={t('api')}>
      <p className="mb-3 text-sm text-muted">{t('apiText')}</p>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">{t('apiLanguage')}</legend>
          {languages.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === language}
              onClick={() => setLanguage(value)}
              className="rounded-md px-2 py-1 text-sm font-medium text-muted hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent"
            >
              {label}
            </button>
          ))}
        </fieldset>
        <CopyButton text={code} />
      </div>
      <CodeBlock label={t('api')} code={code} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to="/keys" className={buttonClasses('secondary', 'small')}>
          <KeyRound aria-hidden size={15} />
          {t('createKey')}
        </Link>
        <a href={`${config.apiUrl}/docs`} className={buttonClasses('quiet', 'small')}>
          {t('reference')}
        </a>
      </div>
    </Card>
  );
}
